"""Rounds of the fishing games written by hand for tests: some cards are given, the others fill up what is left."""

import json

from reference.fishing_cards import make_variant
from reference.fishing_deal import fill

import meri_ai as ma

# Piles by seat as the rules page writes them: the second and the third of its worked scores, and six months each.
SECOND = [
    "01abcd 04ab 05ad 07bc 09ad 10ab 12ad",
    "02cd 03cd 04cd 06ad 07ad 09bc 11cd",
    "02ab 03ab 05bc 06bc 08abcd 10cd 11ab 12bc",
]
THIRD = [
    "01ab 02bc 04cd 05bc 06ac 07ad 09ad 12bc",
    "01cd 03ac 05ad 10cd 11ac 12ad",
    "02ad 03bd 04ab 06bd 07bc 08abcd 09bc 10ab 11bd",
]
HALVES = ["01abcd 02abcd 03abcd 04abcd 05abcd 06abcd", "07abcd 08abcd 09abcd 10abcd 11abcd 12abcd"]


def start(hands, field="", pile="", *steps, game="bakappana", players=None, dealer=0, **options):
    """A state of a deal with these cards (seat: texts in a line) after these steps."""
    variant = make_variant(game, options, players)
    loaded = ma.load_game(game, players=variant.players, **options)
    deal = fill(variant, hands, field, pile).to_json()
    return play(loaded.new_state(loaded.deal_from_json(deal), dealer=dealer), *steps)


def play(state, *steps):
    """The same state after these steps."""
    for step in steps:
        state.apply_action(step)
    return state


def finish(state):
    """The same state, played to its end: always the first legal action."""
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


def table(state):
    """The field and the captured cards by seat, each as a line of texts."""
    view = state.view(0)
    return " ".join(view.field), [" ".join(cards) for cards in view.captured]


def legal(state):
    """The texts of the legal actions."""
    return [str(action) for action in state.legal_actions()]


def act(seat, action):
    """An action's event."""
    return {"type": "action", "seat": seat, "action": action}


def flip(card, *captured):
    """A flip's event."""
    return {"type": "flip", "card": card} | ({"captured": list(captured)} if captured else {})


def as_json(view):
    """A view's JSON, written and read again."""
    return json.loads(json.dumps(view.to_json()))


def snapshot(state):
    """All that can be asked of a state."""
    return (
        state.current_player(),
        legal(state),
        state.history,
        state.deal,
        state.dealer,
        state.scores,
        [view.to_json() for view in map(state.view, range(state.game.seats))],
        [state.view(seat) for seat in range(state.game.seats)],
    )
