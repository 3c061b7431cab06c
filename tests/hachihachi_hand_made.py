"""Months of Hachihachi written by hand for tests: some cards are given, the others fill up what is left."""

import json

from reference.hachihachi_cards import BLANK, TEXTS

import meri_ai as ma

HAND_SIZE, FIELD_SIZE = 7, 6


def deal_of(hands, field="", pile="", players=3, blank=None):
    """The JSON of a deal: these hands (seat: texts in a line), this field, these cards on top of the pile.

    What is left goes to the hands and then to the field: the cards with an a by month, those with a b, and so on.
    """
    given = {seat: hands.get(seat, "").split() for seat in range(players)}
    field, pile = field.split(), pile.split()
    used = {*field, *pile, *(card for hand in given.values() for card in hand)}
    left = sorted((card for card in TEXTS if card not in used), key=lambda card: card[2] + card)
    for seat in range(players):
        while seat != blank and len(given[seat]) < HAND_SIZE:
            given[seat].append(left.pop(0))
    while len(field) < FIELD_SIZE:
        field.append(left.pop(0))
    if blank is not None:
        given[blank], field = [*field, BLANK], []
    order = [*pile, *(card for card in TEXTS if card not in pile)]
    return {"hands": list(given.values()), "field": field, "pile_order": order}


def load(preset="standard", players=3, **options):
    """The game."""
    return ma.load_game("hachihachi", rules=preset, players=players, **options)


def start(hands, field="", pile="", *steps, preset="standard", players=3, blank=None, dealer=0, carried=(), **options):
    """A state of a deal with these cards after these steps."""
    game = load(preset, players, **options)
    deal = game.deal_from_json(deal_of(hands, field, pile, players, blank))
    return play(game.new_state(deal, dealer=dealer, carried=carried), *steps)


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


def random_play(state, rng, steps=200):
    """The same state after so many steps, or fewer where it ends; lowering and staying in are made likelier."""
    for _ in range(steps):
        legal = [str(action) for action in state.legal_actions()]
        if not legal:
            break
        action = "lower" if "lower" in legal and rng.random() < 0.7 else rng.choice(legal)
        if action == "cancel" and rng.random() < 0.8:
            action = "continue"
        state.apply_action(action)
    return state


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
    over = state.is_terminal()
    return (
        state.current_player(),
        legal(state),
        state.history,
        state.deal,
        (state.dealer, state.scores, state.carried),
        [state.view(seat) for seat in range(state.game.seats)],
        [state.view(seat).to_json() for seat in range(state.game.seats)],
        (state.ledger(), state.result(), state.returns()) if over else None,
    )
