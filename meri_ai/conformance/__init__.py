"""What every game must do, as checks (docs/adding-a-game.md).

check_game(game) tells what passed and what failed. With pytest:

    @pytest.mark.parametrize("check", checks)
    def test_my_game(check):
        check(my_game)
"""

from meri_ai.conformance.play import ConformanceError
from meri_ai.conformance.suite import Finding, check_game, checks

__all__ = ["ConformanceError", "Finding", "check_game", "checks"]
