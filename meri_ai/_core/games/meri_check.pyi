from meri_ai._core.game import Game

FAULTS: tuple[str, ...]

def check_random_deals(game: Game, deals: int, seed: int) -> tuple[int, str]: ...
