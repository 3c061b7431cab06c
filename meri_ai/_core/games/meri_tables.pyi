from collections.abc import Container

RANKS: str
PAO: int
ISU: int
TENKA: int
TRUMP_ORDER: dict[str, str]
PLAIN_ORDER: dict[str, str]

def group(suit: int) -> str: ...
def strength_order(suit: int, trump: int) -> list[int]: ...
def pairs(trump: int, kinds: Container[str], tenka_as_robai: bool) -> list[tuple[int, str, str]]: ...
