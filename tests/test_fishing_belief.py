"""Worlds weighted by the others' play come as often as chance has it, at positions whose worlds can be listed."""

from collections import Counter
from itertools import combinations

import pytest
from reference.uniformity import p_value

import meri_ai as ma

DRAWS = 100_000
APART = 20  # worlds of the chain from one that is counted to the next: neighbours are much alike


def late_position(seed, left):
    """A round of three that the rule player and chance have played until the mover has so many cards."""
    game = ma.load_game("subeta-mekuri")
    state = game.new_state(game.random_deal(seed=seed), dealer=0)
    steps = 0
    while True:
        seat = state.current_player()
        view = state.view(seat)
        if len(view.hand) == left and view.waiting is None and seat == 1:
            return state
        steps += 1
        state.apply_action(view.policy_action(policy="random" if steps % 3 == 0 else "rule", seed=steps))


def exact_chances(state, belief):
    """How likely each way is to deal the unseen cards to the other two hands, by Bayes from the public interface.

    Every way is as likely before the plays; each play of another seat counts by what the policy's chances say of it.
    """
    game, seat = state.game, state.current_player()
    others = [other for other in range(3) if other != seat]
    sample = state.view(seat).draw_worlds(1, seed=1)[0]
    unseen = sorted({*sample[1], *(card for other in others for card in sample[0][other])})
    sizes = [len(sample[0][other]) for other in others]
    plays = [(other, action.text[5:]) for other, action in state.history if action.text.startswith("play ")]
    found = {}
    for first in combinations(unseen, sizes[0]):
        rest = [card for card in unseen if card not in first]
        for second in combinations(rest, sizes[1]):
            now = dict(zip(others, (first, second), strict=True))
            hands = [[*now.get(other, ()), *(card for by, card in plays if by == other)] for other in range(3)]
            hands[seat] = [game.card_texts[card] for card in state.deal.hands[seat]]
            pile = [game.card_texts[card] for card in state.deal.pile]
            turned = len(pile) - len(sample[1])
            pile = pile[:turned] + [card for card in rest if card not in second]
            world = game.new_state(game.deal(hands, [game.card_texts[c] for c in state.deal.field], pile), dealer=0)
            chance = 1.0
            for by, action in state.history:
                if by != seat and action.text.startswith("play "):
                    chance *= world.policy_probabilities("rule", noise=1 - belief)[action]
                world.apply_action(action)
            found[frozenset(first), frozenset(second)] = chance
    total = sum(found.values())
    return {hands: chance / total for hands, chance in found.items()}


@pytest.mark.parametrize(("seed", "left", "belief"), [(3, 2, 0.6), (4, 2, 0.9), (5, 2, 0.3)])
def test_worlds_come_as_often_as_the_plays_are_likely(seed, left, belief):
    state = late_position(seed, left)
    seat = state.current_player()
    exact = exact_chances(state, belief)
    others = [other for other in range(3) if other != seat]
    chain = state.view(seat).draw_worlds(DRAWS, seed=1, belief=belief)[::APART]
    counts = Counter(tuple(hands[other] for other in others) for hands, _ in chain)
    assert counts.keys() <= exact.keys()
    cells = [world for world in exact if exact[world] * len(chain) >= 5]
    assert len(cells) > 3
    observed = [counts[world] for world in cells] + [len(chain) - sum(counts[world] for world in cells)]
    expected = [exact[world] * len(chain) for world in cells]
    expected.append(len(chain) - sum(expected))
    if expected[-1] < 5:
        observed, expected = observed[:-1], expected[:-1]
    statistic = sum((seen - wanted) ** 2 / wanted for seen, wanted in zip(observed, expected, strict=True))
    assert p_value(statistic, len(observed) - 1) > 0.001
    even = len(chain) / len(exact)
    assert sum((counts[world] - even) ** 2 / even for world in exact) > 3 * len(exact)  # and that is not uniform


def test_a_search_with_belief_is_the_same_for_the_same_seed_and_differs_from_one_without():
    view = late_position(5, 4).view(1)
    tables = [ma.search(view, iterations=300, seed=1, belief=belief).table for belief in (0.6, 0.6, 0.0)]
    assert tables[0] == tables[1] != tables[2]


@pytest.mark.parametrize("belief", [-0.1, 1.0, "much"])
def test_belief_is_a_part_below_one(belief):
    with pytest.raises(ma.SearchError, match=r"belief must be a number from 0 to 0\.99"):
        ma.search(late_position(5, 2).view(1), iterations=1, belief=belief)
