"""Yaku of a finished trick (rules page, section 6)."""

from __future__ import annotations

from .meri_cards import LONG_SUITS, TENKA, Table, rank_of
from .meri_options import Options

# kind: rank of the winning card, rank of the beaten card
PAIR_RANKS = {
    "sun-un": ("C", "G"),
    "un-sota": ("G", "M"),
    "sota-robai": ("M", "D"),
    "robai-rei": ("D", "K"),
    "two-one": ("2", "1"),
    "eight-nine": ("8", "9"),
}


def _has_rank(options: Options, table: Table, card: int, rank: str) -> bool:
    """Whether a trump counts as one of this rank in a pair."""
    if card == TENKA and table.trump_suit != 0:
        return rank == "D" and options.tenka_as_robai
    return rank_of(card) == rank


def _pairs(options: Options, table: Table, winning: int, beaten: list[int]) -> list[tuple[str, int]]:
    """Every pair formed, as (kind, beaten card)."""
    found = []
    for kind, (winner_rank, beaten_rank) in PAIR_RANKS.items():
        if kind not in options.yaku_kinds:
            continue
        if kind == "two-one" and table.trump_suit not in LONG_SUITS:
            continue
        if kind == "eight-nine" and table.trump_suit in LONG_SUITS:
            continue
        if not _has_rank(options, table, winning, winner_rank):
            continue
        found += [(kind, card) for card in beaten if _has_rank(options, table, card, beaten_rank)]
    return found


def find_yaku(
    options: Options,
    table: Table,
    plays: list[tuple[int, int]],
    winner: int,
    *,
    meri: bool,
    ninth: bool,
    undeclared: bool,
    stronger_before: bool,
) -> tuple[str, int] | None:
    """The yaku of a trick as (kind, points), or None.

    `plays` are the eight (seat, card) in order; `undeclared` says whether the native robai is an undeclared one;
    `stronger_before` whether a trump stronger than the winning card was played in an earlier trick.
    """
    place = [seat for seat, _ in plays].index(winner)
    winning = plays[place][1]
    if winning not in table.trumps:
        return None
    if options.yaku_fresh and stronger_before:
        return None
    if meri and options.yaku_in_meri == "none":
        return None
    beaten = [card for seat, card in plays if seat % 2 != winner % 2 and card in table.trumps]
    if options.yaku_beaten == "best_opponent" and beaten:
        beaten = [max(beaten, key=lambda card: table.strength[card])]
    pairs = _pairs(options, table, winning, beaten)
    kind = None
    if pairs:
        kind = pairs[0][0]
    elif (
        "chase" in options.yaku_kinds
        and not meri
        and place >= 2
        and {plays[place - 2][1], plays[place - 1][1]} <= table.trumps
    ):
        kind = "chase"
    if kind is None:
        return None
    robai_pairs = [card for name, card in pairs if name in ("sota-robai", "robai-rei")]
    robai_shown = undeclared and bool(robai_pairs) and (winning == table.native or table.native in robai_pairs)
    return kind, 5 if ninth or robai_shown else 2
