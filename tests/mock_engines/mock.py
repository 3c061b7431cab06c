"""An engine that plays its first legal action and goes wrong in the way that its arguments say.

python mock.py FAULT [AT]: AT is the number of the `go` at which it goes wrong, 1 unless told.
python mock.py slow-start SECONDS
"""

import json
import os
import random
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"
AT = int(sys.argv[2]) if FAULT != "slow-start" and len(sys.argv) > 2 else 1
FEATURES = ["stateful", "stop"] if FAULT.startswith("stop") else ["stateful"]
OPTIONS = [
    {"name": "level", "kind": "enum", "default": "easy", "values": ["easy", "hard"]},
    {"name": "depth", "kind": "int", "default": 1, "min": 1, "max": 9},
]


def say(**message):
    print(json.dumps(message), flush=True)


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def best(message, **changes):
    say(**{"type": "best", "id": message["id"], "action": message["legal"][0], **changes})


def flood(data):
    while True:
        write(data)


def memory(message):
    hoard = []
    while True:
        hoard.append(bytearray(os.urandom(1)) * 2**24)


def late(message):
    time.sleep(0.6)
    best(message)


def slow(message):
    time.sleep(0.1)
    best(message)


def child(message):
    if (pid := os.fork()) == 0:
        time.sleep(60)
    print(pid, file=sys.stderr, flush=True)
    os._exit(4)


def noisy(message):
    sys.stderr.write("x" * 200_000 + "the end\n")
    sys.stderr.flush()
    best(message)


def raising(message):
    raise ValueError("no idea what to do")


def waits_for_stop(message):
    for line in sys.stdin:
        if json.loads(line)["type"] == "stop":
            return best(message)


FAULTS = {
    "raise": raising,
    "exit": lambda m: os._exit(3),
    "silent": lambda m: os._exit(0),
    "kill": lambda m: os.kill(os.getpid(), 9),
    "sleep": lambda m: time.sleep(60),
    "late": late,
    "slow": slow,
    "garbage": lambda m: write(b"I think I play the ace\n"),
    "binary": lambda m: write(b"\xff\xfe\x00\n"),
    "debug": lambda m: print("best is", m["legal"][0], flush=True),
    "flood": lambda m: flood(b"x" * 65536),
    "flood-lines": lambda m: flood(b'{"type":"info","id":"1"}\n' * 1000),
    "illegal": lambda m: best(m, action="play XX"),
    "null": lambda m: best(m, action=None),
    "number": lambda m: best(m, action=7),
    "wrong-id": lambda m: best(m, id="another"),
    "error": lambda m: say(type="error", id=m["id"], code="internal", message="the table base\nis gone"),
    "busy": lambda m: say(type="ok", re="set"),
    "memory": memory,
    "child": child,
    "noisy": noisy,
    "closed": lambda m: (os.close(1), time.sleep(60)),
    "half": lambda m: (write(b'{"type":"best"'), os._exit(0)),
    "stop": waits_for_stop,
    "stop-unlimited": lambda m: best(m) if m["limit"] else waits_for_stop(m),
    "stop-never": lambda m: best(m) if m["limit"] else time.sleep(60),
    "twice": lambda m: (best(m), best(m)),
    "chance": lambda m: best(m, action=random.choice(m["legal"])),
    "last": lambda m: best(m, action=m["legal"][-1]),
    "extra": lambda m: (say(type="info", id=m["id"], iterations=5, new=1, top=[]), best(m, surprise={"a": [1]})),
}


def main():
    goes = seen = gap = 0
    resyncs = {"resync": 1, "resync-always": 10**9}.get(FAULT, 0)
    if FAULT == "slow-start":
        time.sleep(float(sys.argv[2]))
    if FAULT == "exit-at-once":
        print("no licence", file=sys.stderr)
        sys.exit(5)
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "quit":
            return
        if kind == "hello":
            games = [{"id": "meri", "rules": ["cardavia"] if FAULT == "one-rules" else ["hitoyoshi", "cardavia"]}]
            protocol = 2 if FAULT == "protocol-2" else 1
            say(type="engine", protocol=protocol, name="mock", games=games, features=FEATURES, options=OPTIONS)
        elif kind == "set":
            print("set", message["options"], file=sys.stderr, flush=True)
            say(type="ok", re="newgame" if FAULT == "busy-set" else "set")
        elif kind == "ping":
            say(type="pong", id="x" if FAULT == "wrong-pong" else message["id"])
        elif kind == "newgame":
            if FAULT == "slow-newgame":
                time.sleep(60)
            seen = 0
            if FAULT == "no-newgame":
                say(type="error", code="bad_option", field="options.monchi_void", message="that is too much")
            else:
                say(type="ok", re="newgame", game=message["game"])
        elif kind == "events":
            gap = message["seq"] not in (0, seen) and FAULT != "no-gap"
            seen = message["seq"] + len(message["events"])
            print("events", message["seq"], len(message["events"]), file=sys.stderr, flush=True)
        elif kind == "go":
            goes += 1
            if gap or (resyncs and goes >= AT):
                resyncs -= not gap
                say(type="error", id=message["id"], code="resync")
            elif goes >= AT and FAULT in FAULTS:
                FAULTS[FAULT](message)
            else:
                best(message)
        elif kind == "result":
            print("result", message["points"], seen, file=sys.stderr, flush=True)
        elif kind == "stop" and FAULT != "answers-stop":
            pass
        else:
            say(type="error", code="bad_message" if FAULT == "wrong-code" else "unknown_message", message=kind)
    if FAULT == "undying":
        time.sleep(60)


main()
