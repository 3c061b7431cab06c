"""The store of a run: one SQLite file, RUN/run.db, written by the coordinator alone and readable while the run goes on.

Tables: `meta` (key, JSON value: plan, added, deals, version, manifest, created, stopped), `bots` (spec and a hash of
its code) and `games` (the fields of `GameRow`, keyed by meeting, board, seating). Everything else is derived from it,
in key order.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime
from errno import EACCES, EINVAL, EISDIR
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Self

import meri_ai
from meri_ai._core.errors import ConfigError, RecordError
from meri_ai.arena.boards import GivenDeal
from meri_ai.arena.boards_file import BoardDeals
from meri_ai.arena.bot_code import code_of
from meri_ai.arena.manifest import manifest
from meri_ai.arena.result import GameResult, GameRow, Key
from meri_ai.arena.run import Run

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

FILE = "run.db"
RECORDS = "records.jsonl"  # beside it, derived from it

PLURAL = "bots", "meetings", "boards", "limits", "options"  # keys of a plan

MOST_DIGITS = 18  # of a number that SQLite can hold
NO_GAME = 10**MOST_DIGITS
DAMAGED = sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB

_SCHEMA = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE bots(bot INTEGER PRIMARY KEY, spec TEXT NOT NULL, code TEXT NOT NULL);
CREATE TABLE games(
    meeting INTEGER, board INTEGER, seating INTEGER, bots TEXT NOT NULL, status TEXT NOT NULL, culprit INTEGER,
    points TEXT, moves TEXT NOT NULL, seconds TEXT NOT NULL, seats TEXT NOT NULL, record TEXT NOT NULL,
    fault TEXT, stderr TEXT, PRIMARY KEY(meeting, board, seating));
"""
_NAMES = tuple(field.name for field in fields(GameRow))
_COLUMNS = ", ".join(_NAMES)
_LISTS = ("bots", "points", "moves", "seconds", "seats")
_BY_KEY = "ORDER BY meeting, board, seating"


class RunStore:
    """A run on disk. Made by `create` (which also opens an existing one to go on with it) or `open` (to read)."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection

    @classmethod
    def create(cls, folder: Path, run: Run, deals: Sequence[BoardDeals] = ()) -> Self:
        """The store of this run in this folder, made where there is none yet. deals: those of its boards file.

        A run that was extended is also found by what it was begun with. ConfigError, with what differs, when the folder
        holds another run, or one of another package version or other bot code; RecordError when it cannot be written.
        """
        path = folder / FILE
        with _told(path):
            with _write_errors(folder):
                folder.mkdir(parents=True, exist_ok=True)
            store = cls(path, sqlite3.connect(path, isolation_level=None))
            store._db.execute("PRAGMA page_size = 16384")  # of a new file; a smaller one holds a single game
            store._db.execute("PRAGMA journal_mode = WAL")
            store._db.execute("PRAGMA synchronous = NORMAL")  # safe against kill -9
            if not store._has_tables():
                if (folder / RECORDS).exists():
                    store.close()
                    raise ConfigError(f"{folder} holds {RECORDS} but no run to go on with; give another --out")
                store._begin(run, deals)
            store._check_same(folder, run)
            return store

    @classmethod
    def open(cls, path: Path) -> Self:
        """The store of a run's folder (or its run.db), to read. ConfigError when there is none."""
        file = path / FILE if path.is_dir() else path
        if not file.is_file():
            raise ConfigError(f"{path} holds no run: there is no {file}")
        with _told(file):
            # where nobody can write, SQLite may not make its helper files either
            how = "mode=ro" if os.access(file.parent, os.W_OK) else "immutable=1"
            store = cls(file, sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, isolation_level=None))
            if not store._has_tables():
                raise ConfigError(f"{file} is no run")
            return store

    @property
    def plan(self) -> dict[str, Any]:
        """All that decides what is played, as `Run.as_json` gives it."""
        with readable(self.path):
            return dict(self.meta("plan"))

    @cached_property
    def run(self) -> Run:
        """The run that the plan describes."""
        with readable(self.path):
            return Run.from_json(self.plan)

    @property
    def deals(self) -> list[BoardDeals]:
        """The deals of each board where a boards file gave them; else none."""
        return [tuple(GivenDeal(*deal) for deal in board) for board in self.meta("deals") or ()]

    @property
    def bots(self) -> list[str]:
        """The spec texts, by number of the bot."""
        return [spec for (spec,) in self._all("SELECT spec FROM bots ORDER BY bot")]

    @property
    def codes(self) -> list[str]:
        """The hash of each bot's code, by number of the bot."""
        return [code for (code,) in self._all("SELECT code FROM bots ORDER BY bot")]

    def meta(self, key: str) -> Any:
        """A value of the table `meta`; None where it has none."""
        rows = self._all("SELECT value FROM meta WHERE key = ?", (key,))
        with readable(self.path):
            return json.loads(rows[0][0]) if rows else None

    def set_meta(self, key: str, value: Any) -> None:
        with _told(self.path):
            self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, json.dumps(value)))

    def add(self, results: Iterable[GameResult]) -> None:
        """Writes finished games, in one transaction; they are safe when this returns."""
        rows = [self._values(result) for result in results]
        marks = ", ".join("?" * len(_NAMES))
        with _told(self.path), self._transaction():
            self._db.executemany(f"INSERT OR IGNORE INTO games ({_COLUMNS}) VALUES ({marks})", rows)

    def games(self, meeting: int | None = None) -> Iterator[GameRow]:
        """The finished games so far, of one meeting or of all, in key order."""
        where, values = ("WHERE meeting = ?", (meeting,)) if meeting is not None else ("", ())
        query = f"SELECT {_COLUMNS} FROM games {where} {_BY_KEY}"
        with _told(self.path), closing(self._db.execute(query, values)) as found:
            for row in found:
                yield self._row(row)

    def keys(self) -> set[Key]:
        """Of the finished games."""
        return {Key(*row) for row in self._all("SELECT meeting, board, seating FROM games")}

    @property
    def count(self) -> int:
        """How many games are finished."""
        return int(self._all("SELECT count(*) FROM games")[0][0])

    def game(self, name: str) -> GameRow:
        """The game named MEETING/BOARD/SEATING, or by its line in records.jsonl. ConfigError when there is none."""
        parts = name.split("/")
        if not all(part.isdecimal() for part in parts) or len(parts) not in (1, 3):
            raise ConfigError(
                f"game {name!r} is neither MEETING/BOARD/SEATING, such as 0/12/1, nor a line of the records"
            )
        numbers = [int(part) if len(part) <= MOST_DIGITS else NO_GAME for part in parts]
        count = self.count
        if len(numbers) == 3:
            found = self._all(f"SELECT {_COLUMNS} FROM games WHERE meeting=? AND board=? AND seating=?", tuple(numbers))
        elif 1 <= numbers[0] <= count:
            found = self._all(f"SELECT {_COLUMNS} FROM games {_BY_KEY} LIMIT 1 OFFSET ?", (numbers[0] - 1,))
        else:
            raise ConfigError(f"{self.path.parent} has no line {name}: lines count from 1, and it has {count} so far")
        if not found:
            raise ConfigError(f"{self.path.parent} has no game {name}; it has {count} games so far")
        return self._row(found[0])

    def write_records(self, path: Path) -> None:
        """Writes the records of the games so far to a JSON Lines file, in key order. RecordError when it cannot."""
        with _write_errors(path):
            part = path.with_name(path.name + ".part")
            with part.open("w", encoding="utf-8", newline="\n") as out, _told(self.path):
                records = self._db.execute(f"SELECT record FROM games {_BY_KEY}")
                out.writelines(f"{record}\n" for (record,) in records)
            part.replace(path)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keeps every other process from playing this run. ConfigError when another one does."""
        if fcntl is None:
            yield
            return
        with open(self.path.with_name("run.lock"), "w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ConfigError(f"{self.path.parent} is being played by another process") from None
            yield

    def extend(self, run: Run) -> None:
        """Notes that the run now has more bots and meetings than it had; those it had keep their numbers."""
        added = [bot for bot in run.bots if bot not in self.run.bots]
        with _told(self.path), self._transaction():
            self.set_meta("plan", run.as_json())
            self.set_meta("added", self._added + added)
            self.set_meta("stopped", None)
            self._write_bots(run)
        self.__dict__.pop("run", None)

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _begin(self, run: Run, deals: Sequence[BoardDeals]) -> None:
        with self._transaction():
            if self._has_tables():  # another process was faster
                return
            for statement in _SCHEMA.split(";"):
                self._db.execute(statement)
            self.set_meta("plan", run.as_json())
            self.set_meta("deals", deals)
            self.set_meta("version", meri_ai.__version__)
            self.set_meta("manifest", manifest())
            self.set_meta("created", datetime.now(UTC).isoformat(timespec="seconds"))
            self._write_bots(run)

    def _write_bots(self, run: Run) -> None:
        rows = [(bot, spec, code_of(spec)) for bot, spec in enumerate(run.bots)]
        self._db.executemany("INSERT OR IGNORE INTO bots VALUES (?, ?, ?)", rows)

    def _check_same(self, folder: Path, run: Run) -> None:
        """ConfigError when what is to be played now is not what was played so far."""
        before, now = self.plan, self._with_added(run).as_json()
        for key in [*now, *before]:
            if before.get(key) == now.get(key):
                continue
            there, here = _short(before.get(key)), _short(run.as_json().get(key))
            verb, way = "are" if key in PLURAL else "is", "give another --out"
            if key == "bots":
                there += f" ({', '.join(self._added)} added by `tournament extend`)" if self._added else ""
                if set(before[key]) < set(now[key]):
                    way = f"add bots by `meri-ai tournament extend {folder} --bot SPEC`, or {way}"
            raise ConfigError(f"{folder} holds another run, whose {key} {verb} {there}, not {here}; {way}")
        if (version := self.meta("version")) != meri_ai.__version__:
            raise ConfigError(
                f"{folder} was played by meri-ai {version}, and this is {meri_ai.__version__}; give another --out"
            )
        for spec, code in self._all("SELECT spec, code FROM bots ORDER BY bot"):
            if code != code_of(spec):
                raise ConfigError(f"the code of bot {spec!r} has changed since {folder} was begun; give another --out")

    @property
    def _added(self) -> list[str]:
        """The bots that `extend` added."""
        return self.meta("added") or []

    def _with_added(self, run: Run) -> Run:
        """The run as it was begun is also the one that was extended, and so is one that lists all its bots."""
        for bot in self._added:
            run = run if bot in run.bots else run.with_bot(bot)
        same_meetings = bool(self._added) and set(run.meetings) == set(self.run.meetings)
        return replace(run, meetings=self.run.meetings) if same_meetings else run

    def _values(self, result: GameResult) -> tuple[Any, ...]:
        return (
            *result.key,
            _list_text(self.run.meetings[result.key.meeting]),
            result.status,
            result.culprit,
            None if result.points is None else json.dumps(result.points),
            _list_text(result.moves),
            json.dumps(result.seconds),
            _list_text(result.seats),
            result.record,
            result.fault,
            result.stderr,
        )

    def _row(self, values: tuple[Any, ...]) -> GameRow:
        row = dict(zip(_NAMES, values, strict=True))
        with readable(self.path):
            if not (0 <= row["meeting"] < len(self.run.meetings) and 0 <= row["board"] < self.run.boards):
                raise ValueError(f"game {row['meeting']}/{row['board']}/{row['seating']} is none of the run")
            lists = {name: tuple(json.loads(row[name])) for name in _LISTS if row[name] is not None}
            return GameRow(**row | lists)

    def _has_tables(self) -> bool:
        return bool(self._all("SELECT 1 FROM sqlite_master WHERE name = 'games'"))

    def _all(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        with _told(self.path):
            return self._db.execute(query, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")


def check_writable(path: Path) -> None:
    """Makes the folder of a file that will be written. RecordError, before anything is played, when it cannot be."""
    with _write_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if path.exists() and not path.is_file():
            raise OSError(EINVAL, "it is no regular file")  # a device would be replaced by one
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))


@lru_cache(maxsize=4096)
def _list_text(numbers: tuple[int, ...]) -> str:
    """Remembered: a run has few meetings and seatings, and few numbers of moves."""
    return json.dumps(numbers)


def _short(value: Any) -> str:
    text = json.dumps(value) if not isinstance(value, str) else value
    return text if len(text) <= 200 else text[:200] + "..."


@contextmanager
def _write_errors(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise RecordError(f"cannot write to {place}: {error.strerror}") from None


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in DAMAGED:  # the lowest byte is the kind of error
            raise RecordError(f"{path}: {error}") from None
        raise _damaged(path, error) from None


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """Around the reading of values, in which a disk or somebody may have changed something."""
    try:
        yield
    except RecordError:
        raise
    except (ValueError, LookupError, TypeError) as error:
        raise _damaged(path, error) from None


def _damaged(path: Path, error: Exception) -> RecordError:
    records = path.with_name(RECORDS)
    left = f"; {records} has the games up to its last end" if records.is_file() else ""
    way = f"put back a copy of it, or begin a new run in another folder with --out{left}"
    return RecordError(f"{path} is damaged ({error}): {way}")
