"""What meri_ai and the reference of Hachihachi call by other names, in one form. Nothing here knows the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from .hachihachi_hand import KAN
from .hachihachi_ledger import Party, Row

HAND_YAKU = ("aka", *KAN)
Payments = Counter[tuple[Party, Party, str, bool]]  # mon by payer, payee, reason, and whether hatto was broken
Event = dict[str, Any]


def payments_of_core(rows: Iterable[dict[str, Any]]) -> Payments:
    """The ledger of meri_ai."""
    found: Payments = Counter()
    for row in rows:
        found[row["from"], row["to"], row["for"], row.get("hatto", False)] += row["mon"]
    return found


def payments_of_reference(rows: Iterable[Row]) -> Payments:
    """The ledger of the reference."""
    found: Payments = Counter()
    for payer, payee, mon, reason in rows:
        found[payer, payee, reason_in_core(reason), reason.endswith(", hatto")] += mon
    return found


def reason_in_core(reason: str) -> str:
    """The reason of a row as meri_ai words it."""
    reason = reason.removesuffix(", hatto").removesuffix(", for both").removeprefix("hand yaku ")
    if reason.endswith(" given back"):
        return "given back"
    for head, wording in (("half ", "half of "), ("tobikomi ", "tobikomi of ")):
        if reason.startswith(head):
            return wording + reason.removeprefix(head)
    if reason.startswith("nuke"):
        return "nuke"
    return {"card points": "points", "mizuten lost": "mizuten"}.get(reason, reason)


def plain_events(events: Iterable[Event]) -> tuple[list[Event], list[Event]]:
    """The events but for those of shown cards, and these, each in one form for both.

    Cards captured by a flip go without the card turned up, the active seats come in any order, of a pushed-out seat's
    yaku those of the hand alone are named, and of the settlement the points are left.
    """
    found, shown = [], []
    for event in events:
        kind = event["type"]
        if kind == "shown":
            yaku = [name for name in event["yaku"] if name in HAND_YAKU]
            shown.append({"seat": event["seat"], "cards": sorted(event["cards"]), "yaku": yaku})
        elif kind == "flip" and "captured" in event:
            found.append({**event, "captured": sorted({*event["captured"]} - {event["card"]})})
        elif kind == "month":
            found.append({**event, "active": sorted(event["active"])})
        elif kind == "settle":
            found.append({"type": "settle", "points": event["points"]})
        else:
            found.append(event)
    return found, sorted(shown, key=lambda event: event["seat"])
