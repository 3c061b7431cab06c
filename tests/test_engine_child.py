"""A child process and its pipes: never blocked, never without bounds, and gone in the end."""

import os
import signal
import subprocess
import sys
import time

import pytest
from engines import MOCK, alive

from meri_ai.bots.faults import BotFault
from meri_ai.engine.child import Child


def child_of(code, **limits):
    options = {"memory_mb": None, "line_bytes": 3_000_000, "stderr_bytes": 100, **limits}
    return Child([sys.executable, "-I", "-S", "-c", code], **options)


@pytest.fixture
def children():
    """A list; its children are killed in the end."""
    made = []
    yield made
    for child in made:
        child.kill()


def soon(seconds=30):
    return time.monotonic() + seconds


def test_more_than_a_pipe_holds_goes_both_ways(children):
    children.append(child := child_of("import sys\nfor line in sys.stdin: print(len(line)); print(line, end='')"))
    line = b"x" * 1_000_000 + b"\n"
    child.send(line)  # does not wait
    child.send(line)
    for _ in range(2):
        assert child.receive(soon()) == b"1000001"
        assert child.receive(soon()) == line[:-1]


def test_a_program_that_does_not_read_cannot_block_us(children):
    children.append(child := child_of("import time\ntime.sleep(60)"))
    child.send(b"x" * 1_000_000)
    with pytest.raises(BotFault, match="did not answer in time"):
        child.receive(soon(0.2))


def test_what_came_in_time_counts_though_it_is_read_late(children):
    children.append(child := child_of("print('here', flush=True)\nimport time\ntime.sleep(60)"))
    while True:  # until it is in the pipe
        try:
            assert child.receive(time.monotonic() - 1) == b"here"
            break
        except BotFault:
            time.sleep(0.01)


def test_lines_before_the_end_are_read_and_a_half_one_is_not(children):
    children.append(child := child_of("print('one\\ntwo\\nhalf', end='')\nraise SystemExit(7)"))
    assert [child.receive(soon()), child.receive(soon())] == [b"one", b"two"]
    with pytest.raises(BotFault, match="exited with status 7"):
        child.receive(soon())


def test_standard_error_does_not_block_a_program(children):
    code = "import sys\nfor n in range(300): sys.stderr.write('x' * 1000)\nsys.stderr.write('end')\nprint('done')"
    children.append(child := child_of(code))
    assert child.receive(soon()) == b"done"
    child.close(5)
    assert child.stderr == "x" * 97 + "end"


def test_a_flood_of_empty_lines_is_bounded(children):
    children.append(child := child_of("while True: print(flush=False)", line_bytes=1000))
    with pytest.raises(BotFault, match="flooded its output with more than 16,000 bytes"):
        while True:
            child.receive(soon())


def test_input_may_end(children):
    children.append(child := child_of("import sys\nsys.stdin.read()\nraise SystemExit(3)"))
    assert child.wait_for_end(0.05) is None
    child.end_input()
    assert child.wait_for_end(30) == 3


@pytest.mark.skipif(not os.path.exists("/usr/bin/setpriv"), reason="needs setpriv, of Linux")
def test_programs_die_with_the_process_that_asks():
    code = f"""
import time
from meri_ai.engine.child import Child
child = Child([{sys.executable!r}, {str(MOCK)!r}, "slow-start", "60"], memory_mb=None, line_bytes=9, stderr_bytes=9)
print(child.pid, flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-I", "-c", code], stdout=subprocess.PIPE, text=True) as asking:
        pid = int(asking.stdout.readline())
        time.sleep(0.1)  # for the child to become the program
        assert alive(pid)
        asking.send_signal(signal.SIGKILL)
    deadline = soon(10)
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(pid)
