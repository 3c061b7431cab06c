CATEGORIES: tuple[str, ...]
SETS: tuple[str, ...]
