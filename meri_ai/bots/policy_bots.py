"""Bots that think no further than one move: the playout policies, played straight."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meri_ai._core.action import Action
    from meri_ai._core.game import View


class RandomBot:
    """Any legal action, each as likely as the others."""

    name: str

    def choose(self, view: View, *, seed: int) -> Action:
        return view.policy_action(policy="random", seed=seed)


class RuleBot:
    """The rule policy of the playouts, without noise."""

    name: str

    def choose(self, view: View, *, seed: int) -> Action:
        return view.policy_action(policy="rule", seed=seed)


class FrozenRuleBot(RuleBot):
    """rule as it is in version 1, for good: what later versions of rule are measured against."""
