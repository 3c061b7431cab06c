#!/usr/bin/env python3
"""A complete bot in plain Python: it answers the engine protocol on standard input and output.

It leads its strongest card, takes a trick from an opponent as cheaply as it can, and plays its weakest else.
"""

import json
import random
import sys

RANKS = "123456789DMHKGC"
game = {}  # the newgame message; seen: the number of events so far, -1 after a gap; trump: suit; table: (seat, card)s


def strength(card):
    if card == "?":  # a trump that lies face down
        return 150
    rank = RANKS.index(card[1])
    if card[0] in "KOG" and rank < 9:
        rank = 8 - rank  # in round suits the one is the best of the pips
    return rank + 100 * (card[0] == game["trump"] or card == "PD")


def see(event):
    if "okie" in event:
        game["trump"] = event["okie"][0]
    elif event["type"] == "action" and event["action"].startswith("play "):
        game["table"].append((event["seat"], event["action"][5:]))
    elif event["type"] == "trick":
        game["table"] = []


def choose(legal, dice):
    if game["id"] != "meri":  # a game that it knows nothing of
        return dice.choice(legal)
    if " " not in legal[0]:  # accept or redeal, declare or hide, take or leave
        return "take" if "take" in legal else dice.choice(legal)
    by_strength = sorted(legal, key=lambda action: strength(action[-2:]))
    if legal[0].startswith("discard"):
        return by_strength[0]
    if not game["table"]:
        return by_strength[-1]
    suit = game["table"][0][1][0]
    counts = [(strength(card), seat) for seat, card in game["table"] if card[0] == suit or strength(card) >= 100]
    best, holder = max(counts)
    winners = [a for a in by_strength if strength(a[5:]) > best and (a[5] == suit or strength(a[5:]) >= 100)]
    return winners[0] if winners and (holder - game["seat"]) % 2 else by_strength[0]


def answer(message):
    kind = message["type"]
    if kind == "hello":
        return {"type": "engine", "protocol": 1, "name": "example-python", "features": ["stateful", "seed"]}
    if kind == "quit":
        sys.exit()
    if kind == "ping":
        return {"type": "pong", "id": message["id"]}
    if kind == "set":
        return {"type": "ok", "re": "set"}
    if kind == "newgame":
        game.update(message, seen=0, trump="", table=[])
        return {"type": "ok", "re": "newgame", "game": message["game"]}
    if kind == "events":
        if message["seq"] == 0:  # from the start, perhaps again
            game.update(seen=0, table=[])
        game["seen"] = game["seen"] + len(message["events"]) if message["seq"] == game["seen"] else -1
        for event in message["events"]:
            see(event)
    elif kind == "go" and game["seen"] == -1:
        return {"type": "error", "id": message["id"], "code": "resync", "message": "I have missed some events"}
    elif kind == "go":
        return {"type": "best", "id": message["id"], "action": choose(message["legal"], random.Random(message["seed"]))}
    elif kind not in ("stop", "cancel", "result"):
        return {"type": "error", "code": "unknown_message", "message": f"I know no message {kind}"}


for line in sys.stdin:
    if reply := answer(json.loads(line)):
        print(json.dumps(reply), flush=True)
