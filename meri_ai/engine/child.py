"""A program started as a child, and its three pipes: read and written in one loop, bounded in time and in memory."""

from __future__ import annotations

import os
import selectors
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import IO

from meri_ai.bots.faults import BotFault

CHUNK = 65536
LINES_AN_ANSWER = 16  # so many times the longest line may be written before an answer
LOOK_SECONDS = 0.2  # how often we look whether the program is still there
LAST_WORDS_SECONDS = 0.25  # for the exit status and standard error of a program that has closed its output


class Child:
    """One running program. Whatever it does, reading from it ends: with a line, or with a BotFault.

    A fault is of kind timeout (the deadline passed) or crash (all else); its program is not killed: `kill` does that.
    """

    def __init__(self, command: Sequence[str], *, memory_mb: int | None, line_bytes: int, stderr_bytes: int) -> None:
        """Starts the program in a process group of its own. OSError when it cannot be started.

        memory_mb: limit of its address space (RLIMIT_AS), in mebibytes; line_bytes: the longest line that is read;
        stderr_bytes: how much of the end of its standard error is kept.
        """
        self._line_bytes = line_bytes
        self._stderr_bytes = stderr_bytes
        self._process = subprocess.Popen(
            [*_limited(memory_mb), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._stdin, self._stdout, self._stderr = self._process.stdin, self._process.stdout, self._process.stderr
        self._out = bytearray()  # to be written
        self._in = bytearray()  # read, not yet handed out
        self._scanned = 0  # of _in, without a line end
        self._read_since_ask = 0
        self._err = bytearray()
        self._is_killed = False
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._stdin.fileno(), False)

    @property
    def stderr(self) -> str:
        """The end of what the program wrote to standard error so far, as far as it was read."""
        return self._err.decode(errors="replace")

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, line: bytes) -> None:
        """Writes what the pipe takes now; the rest goes out while `receive` waits. Never blocks, never fails."""
        if self._stdin.closed:
            return
        self._out += line
        self._read_since_ask = 0
        self._write()

    def receive(self, deadline: float) -> bytes:
        """The next line without its end. BotFault when none is there by the deadline (of `time.monotonic`)."""
        if monotonic() > deadline:  # what has come in time may lie in the pipe still
            self._serve(0)
        while (line := self._next_line()) is None:
            if self._stdout.closed:
                raise self._ended()
            if self._process.poll() is None:
                self._wait(deadline)
                continue
            self._serve(0)  # its last words; what it has started may hold the pipe open for ever
            if not self._in[self._scanned :]:
                raise self._ended()
        return line

    def end_input(self) -> None:
        """Closes the program's standard input."""
        self._close_pipe(self._stdin)

    def wait_for_end(self, seconds: float) -> int | None:
        """The exit status (minus the signal's number) of a program that ends within so many seconds, else None."""
        deadline = monotonic() + seconds
        with suppress(BotFault):
            while not (self._stdout.closed and self._stderr.closed):
                self._wait(deadline)
                self._in.clear()
        try:
            return self._process.wait(max(0.0, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            return None

    def close(self, seconds: float) -> None:
        """Ends the input, waits so long for the program to end by itself, and kills what is left of its group."""
        self.end_input()
        self.wait_for_end(seconds)
        self.kill()

    def kill(self) -> None:
        """Ends the program and all that it started in its group, at once. May be called again."""
        if self._is_killed:
            return
        self._is_killed = True
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if not self._stderr.closed:
            self._read_stderr()
        for pipe in (self._stdin, self._stdout, self._stderr):
            self._close_pipe(pipe)
        self._selector.close()

    def _next_line(self) -> bytes | None:
        end = self._in.find(b"\n", self._scanned)
        if end < 0:
            self._scanned = len(self._in)
            if self._scanned > self._line_bytes:
                raise BotFault("crash", f"wrote a line of more than {self._line_bytes:,} bytes", self.stderr)
            return None
        if end > self._line_bytes:
            raise BotFault("crash", f"wrote a line of more than {self._line_bytes:,} bytes", self.stderr)
        line = bytes(self._in[:end])
        del self._in[: end + 1]
        self._scanned = 0
        return line

    def _wait(self, deadline: float) -> None:
        """Serves the pipes once before the deadline. BotFault (timeout) when it has passed."""
        seconds = deadline - monotonic()
        if seconds <= 0:
            raise BotFault("timeout", "did not answer in time", self.stderr)
        self._serve(min(seconds, LOOK_SECONDS))

    def _serve(self, seconds: float) -> None:
        """Waits so long for a pipe to be ready, then reads and writes what can be."""
        for key, _ in self._selector.select(seconds):
            if key.fileobj is self._stdout:
                self._read_stdout()
            elif key.fileobj is self._stderr:
                self._read_stderr()
            else:
                self._write()

    def _read_stdout(self) -> None:
        chunk = _read(self._stdout)
        if chunk == b"":
            self._close_pipe(self._stdout)
        elif chunk:
            self._in += chunk
            self._read_since_ask += len(chunk)
            most = LINES_AN_ANSWER * self._line_bytes
            if self._read_since_ask > most:
                raise BotFault("crash", f"flooded its output with more than {most:,} bytes", self.stderr)

    def _read_stderr(self) -> None:
        chunk = _read(self._stderr)
        if chunk == b"":
            self._close_pipe(self._stderr)
        elif chunk:
            self._err += chunk
            del self._err[: -self._stderr_bytes or None]

    def _write(self) -> None:
        try:
            while self._out:
                del self._out[: os.write(self._stdin.fileno(), self._out)]
        except BlockingIOError:
            if self._stdin not in self._selector.get_map():
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            return
        except OSError:  # it reads no more: what it says last, and its exit status, tell why
            self._out.clear()
        if self._stdin in self._selector.get_map():
            self._selector.unregister(self._stdin)

    def _close_pipe(self, pipe: IO[bytes]) -> None:
        if pipe.closed:
            return
        with suppress(KeyError):
            self._selector.unregister(pipe)
        pipe.close()

    def _ended(self) -> BotFault:
        """What became of a program whose output has ended."""
        deadline = monotonic() + LAST_WORDS_SECONDS
        with suppress(BotFault):
            while not self._stderr.closed:
                self._wait(deadline)
        try:
            status = self._process.wait(LAST_WORDS_SECONDS)
        except subprocess.TimeoutExpired:
            return BotFault("crash", "closed its standard output", self.stderr)
        if status >= 0:
            return BotFault("crash", f"exited with status {status}", self.stderr)
        with suppress(ValueError):
            return BotFault("crash", f"was ended by {signal.Signals(-status).name}", self.stderr)
        return BotFault("crash", f"was ended by signal {-status}", self.stderr)


def _read(pipe: IO[bytes]) -> bytes | None:
    """What is there, b"" at the end, None when nothing is there now."""
    try:
        return os.read(pipe.fileno(), CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def _limited(memory_mb: int | None) -> list[str]:
    """A command that sets the limit and becomes the one after it; on Linux it also dies with the process that asks."""
    words: list[str] = []
    if memory_mb is not None:
        words += ["/bin/sh", "-c", 'ulimit -v "$0" && exec "$@"', str(1024 * memory_mb)]
    if sys.platform == "linux" and (setpriv := shutil.which("setpriv")):
        words += [setpriv, "--pdeathsig", "KILL", "--"]
    return words
