from meri_ai._core.game import Game

FAULTS: tuple[str, ...]

def check_random_rounds(game: Game, rounds: int, seed: int) -> tuple[int, str]: ...
