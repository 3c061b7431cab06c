"""Bots for tests, good and bad; they ask no more of a view than its legal actions, so any game will do."""

import os
import sys
import threading
import time


class FirstBot:
    def choose(self, view, *, seed):
        return view.legal_actions()[0]


class LastBot:
    def choose(self, view, *, seed):
        return str(view.legal_actions()[-1])


class SeededBot:
    def __init__(self, shift: int = 0):
        self.shift = shift

    def choose(self, view, *, seed):
        legal = view.legal_actions()
        return legal[(seed + self.shift) % len(legal)]


class RaisingBot:
    def choose(self, view, *, seed):
        raise ValueError("no idea\nwhat to do")


class RaisingLaterBot(FirstBot):
    """Raises in its object number `objects`, from 1: a bot object is made once a game and seat."""

    made = 0

    def __init__(self, objects: int):
        type(self).made += 1
        self.is_bad = type(self).made >= objects

    def choose(self, view, *, seed):
        if self.is_bad:
            raise RuntimeError("enough")
        return super().choose(view, seed=seed)


class IllegalBot:
    def choose(self, view, *, seed):
        return "play XX"


class NumberBot:
    def choose(self, view, *, seed):
        return 7


class ExitBot:
    def choose(self, view, *, seed):
        sys.exit(0)


class DyingBot:
    """Ends its whole process."""

    def choose(self, view, *, seed):
        os._exit(3)


class PrintingBot(FirstBot):
    def choose(self, view, *, seed):
        print("thinking aloud")
        return super().choose(view, seed=seed)


class SlowBot(FirstBot):
    """About a twentieth of a second a game in a game of 72 moves or so for eight seats."""

    def choose(self, view, *, seed):
        import time

        time.sleep(0.002)
        return super().choose(view, seed=seed)


class UnmakeableBot(FirstBot):
    def __init__(self):
        raise OSError("no table base")


class NoBot:
    pass


class SleepBot(FirstBot):
    """Takes so many seconds for every move."""

    def __init__(self, seconds: float = 60.0):
        self.seconds = seconds

    def choose(self, view, *, seed):
        import time

        time.sleep(self.seconds)
        return super().choose(view, seed=seed)


class StubbornBot(FirstBot):
    """Hangs, and lets almost nothing stop it."""

    def choose(self, view, *, seed):
        import time

        for _ in range(3):
            try:
                time.sleep(60)
            except Exception:
                continue


class SlowStartBot(FirstBot):
    def __init__(self):
        import time

        time.sleep(60)


class MemoryBot(FirstBot):
    """Takes memory until there is no more."""

    def choose(self, view, *, seed):
        hoard = []
        while True:
            hoard.append(bytearray(2**24))


class DyingOnceBot(FirstBot):
    """Ends its process the first time that anybody plays it; `file` remembers that."""

    def __init__(self, file: str):
        self.file = file

    def choose(self, view, *, seed):
        try:
            os.close(os.open(self.file, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return super().choose(view, seed=seed)
        os._exit(3)


class Wordless(BaseException):
    def __str__(self):
        raise ValueError("no words")


class WordlessBot(FirstBot):
    """Raises what is no Exception and has no text."""

    def choose(self, view, *, seed):
        raise Wordless


class FalseInterruptBot(FirstBot):
    """Raises what only the user's Ctrl-C should."""

    def choose(self, view, *, seed):
        raise KeyboardInterrupt


class OddText(str):
    def __hash__(self):
        raise ValueError("no hash")


class OddTextBot(FirstBot):
    """Answers legally, in a text class that cannot be hashed; writes past sys.stdout; exits when it is closed."""

    def choose(self, view, *, seed):
        os.write(1, b"this is no JSON\n")
        return OddText(view.legal_actions()[0].text)

    def close(self):
        raise SystemExit(3)


class UnrulyBot(FirstBot):
    """Raises what is no Exception in one of its methods, or hangs there, or raises already when asked whether it is."""

    def __init__(self, where: str, how: str = "raise"):
        self.where, self.how = where, how
        if where == "init":
            self.misbehave()

    def __getattr__(self, name):
        if name != self.where:
            raise AttributeError(name)
        if self.how == "look":
            raise ValueError(name)
        return self.misbehave

    def misbehave(self, *_):
        if self.how == "hang":
            while True:
                time.sleep(0.01)
        raise KeyboardInterrupt if self.how == "interrupt" else Wordless


class OddFaultBot(FirstBot):
    """Raises what UTF-8 cannot hold, or answers illegally in a class that cannot be looked at."""

    def __init__(self, answer: bool):
        self.answer = answer

    def choose(self, view, *, seed):
        if self.answer:
            return UnseenText("play XX")
        raise ValueError("\ud800")


class UnseenText(str):
    def __str__(self):
        raise ValueError("no text")

    __repr__ = __getitem__ = __str__


class WanderingBot(FirstBot):
    """Changes the current directory of its process."""

    def choose(self, view, *, seed):
        os.chdir("/")
        return super().choose(view, seed=seed)


class LeavingBot(FirstBot):
    """Leaves a thread behind that never ends, or a copy of its process that plays on."""

    def __init__(self, copy: bool = False):
        self.copy = copy
        if not copy:
            threading.Thread(target=threading.Event().wait).start()

    def choose(self, view, *, seed):
        if self.copy and len(view.legal_actions()) == 9:
            os.fork()
        return super().choose(view, seed=seed)
