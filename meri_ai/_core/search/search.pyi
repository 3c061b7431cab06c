from meri_ai._core.game import View
from meri_ai._core.search.result import SearchResult

METHODS: tuple[str, ...]
POLICIES: dict[str, int]
LEAST_TREE_BYTES: int

def run_search(
    view: View,
    method: str,
    iterations: int | None,
    time_limit: float | None,
    seed: int,
    policy: str,
    noise: float,
    c: float,
    prior: float,
    belief: float,
    tree_bytes: int,
) -> SearchResult: ...
