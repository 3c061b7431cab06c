"""Hatto, the dangers and what breaks them (rules page, section 6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from .hachihachi_cards import month_cards, month_of
from .hachihachi_completed import KAN, SETS
from .hachihachi_hand import tobikomi_months
from .hachihachi_options import Options

TOBIKOMI_KAN = 1


class Danger(NamedTuple):
    """`holder` lacks only `card` of `yaku`: a completed yaku's name, or "tobikomi MM"."""

    holder: int
    yaku: str
    card: int


class Play(NamedTuple):
    """A play with its take: who, the card played, the hand before it, the field before and after it."""

    seat: int
    card: int
    hand: frozenset[int]
    before: frozenset[int]
    after: frozenset[int]


def watched(options: Options) -> list[str]:
    """The completed yaku that make a danger."""
    names = ["shiko", "akatan", "aotan"]
    if options.hatto_ino_shika_cho and options.ino_shika_cho:
        names.append("ino-shika-cho")
    return names


def dangers(
    options: Options,
    seat: int,
    captured: Mapping[int, Iterable[int]],
    dealt: Mapping[int, Iterable[int]],
    hands: Mapping[int, Iterable[int]],
) -> list[Danger]:
    """The dangers from the opponents of `seat`; all mappings are by active seat, `dealt` are the hands as dealt."""
    gone = {card for cards in captured.values() for card in cards}
    found = []
    for holder in captured:
        if holder == seat:
            continue
        for yaku in watched(options):
            lacking = SETS[yaku] - set(captured[holder])
            if len(lacking) == 1 and not lacking & gone:
                found.append(Danger(holder, yaku, min(lacking)))
        for month in tobikomi_months(dealt[holder]):
            fourth = month_cards(month) - set(dealt[holder])
            if month_cards(month) - fourth <= set(hands[holder]) and not fourth & gone:
                found.append(Danger(holder, f"tobikomi {month:02}", min(fourth)))
    return found


def kan(yaku: str) -> int:
    """What a danger is worth in kan, for the two-card rule."""
    return KAN.get(yaku, TOBIKOMI_KAN)


def breaks(options: Options, danger: Danger, play: Play) -> int:
    """The case 1, 2 or 3 of section 6 by which a play breaks a danger, or 0."""
    c = danger.card
    same_month = month_of(play.card) == month_of(c)
    if play.card == c:
        return 1 if c in play.after else 0
    if same_month and play.card in play.after and not danger.yaku.startswith("tobikomi"):
        return 2
    holds = any(month_of(card) == month_of(c) for card in play.hand)
    if options.hatto == "standing" and c in play.before and holds and c in play.after:
        return 3
    return 0


def fields_after(field: frozenset[int], card: int) -> list[frozenset[int]]:
    """The field after a card is laid, one entry for each choice of `take`."""
    matches = field & month_cards(month_of(card))
    if not matches:
        return [field | {card}]
    if len(matches) == 2:
        return [field - {match} for match in sorted(matches)]
    return [field - matches]


def least_kan(options: Options, found: list[Danger], play: Play) -> int:
    """The kan that playing this card breaks, with the `take` that breaks least."""
    sums = []
    for after in fields_after(play.before, play.card):
        tried = play._replace(after=after)
        sums.append(sum(kan(danger.yaku) for danger in found if breaks(options, danger, tried)))
    return min(sums)


def exempt(options: Options, found: list[Danger], play: Play) -> bool:
    """Whether the two-card rule excuses this play: both cards break something, and this one not more than the other."""
    if len(play.hand) != 2:
        return False
    (other,) = play.hand - {play.card}
    mine, others = (least_kan(options, found, play._replace(card=card)) for card in (play.card, other))
    return 0 < mine <= others


def broken(options: Options, found: list[Danger], play: Play) -> list[tuple[Danger, int]]:
    """The dangers broken by a play, each with its case; none by a last card or where the two-card rule excuses."""
    if options.hatto == "off" or len(play.hand) < 2 or exempt(options, found, play):
        return []
    return [(danger, case) for danger in found if (case := breaks(options, danger, play))]
