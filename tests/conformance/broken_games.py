"""Games of Meri that each have one thing wrong, for the tests of the conformance checks."""

import itertools
import random

from meri_ai._core.errors import DealError, IllegalActionError, ViewError
from meri_ai._core.games.meri import MeriState
from meri_ai._core.games.meri_view import MeriView
from meri_ai._core.unit import Unit
from meri_ai.games.meri import Meri
from meri_ai.games.meri_deal import MeriDeal


class ToyState(MeriState):
    """Meri's own, but open to subclasses: copies are of the same class, views of the class that its game names."""

    def clone(self):
        return rebuild(type(self), self.game, self.deal, self.dealer, self.scores, [a for _, a in self.history])

    def __reduce__(self):
        return rebuild, (type(self), self.game, self.deal, self.dealer, self.scores, [a for _, a in self.history])

    def view(self, seat):
        return self.game.toy_view(super().view(seat))


def rebuild(made_by, game, deal, dealer, scores, steps):
    state = made_by(game, deal, dealer, scores)
    for action in steps:
        MeriState.apply_action(state, action)
    return state


class Toy(Meri):
    """Meri by the rules of hitoyoshi, with a state and a view that a subclass can break."""

    state_class = ToyState
    view_class = None  # Meri's own

    def __init__(self):
        super().__init__("hitoyoshi")

    def __reduce__(self):
        return type(self), ()

    def new_state(self, deal, dealer=0, scores=None):
        return self.state_class(self, deal, dealer, scores or (0, 0))

    def view_from_json(self, data):
        return self.toy_view(Meri("hitoyoshi").view_from_json(data))

    def sample_world(self, view, seed):
        world = Meri("hitoyoshi").sample_world(view, seed)
        return rebuild(self.state_class, self, world.deal, world.dealer, world.scores, [a for _, a in world.history])

    def toy_view(self, view):
        """The view as this game's class of views has it."""
        if self.view_class is None:
            return view
        return self.view_class(self, view.sight_bytes(), view.scores, view.packets)


def toy(name, state=None, view=None, **attributes):
    """A subclass of Toy with these broken methods: of the state, of the view, of the game itself."""
    made = type(name, (Toy,), {"__module__": __name__, **attributes})
    for kind, base, methods in (("state_class", ToyState, state), ("view_class", MeriView, view)):
        if methods:
            part = type(f"{name}_{kind}", (base,), {"__module__": __name__, **methods})
            globals()[part.__name__] = part  # pickle looks it up
            setattr(made, kind, part)
    globals()[name] = made
    return made


# -- what each does wrong


def shifted_codes(self):
    return [code + 100 for code in MeriState.legal_codes(self)]


def texts_do_something_else(self, action):
    legal = self.legal_actions()
    if isinstance(action, str) and action in [known.text for known in legal]:
        action = legal[0]
    MeriState.apply_action(self, action)


def accepts_anything(self, action):
    if str(action) in [known.text for known in self.legal_actions()]:
        MeriState.apply_action(self, action)


def changes_before_it_refuses(self, action):
    try:
        MeriState.apply_action(self, action)
    except IllegalActionError:
        if not self.is_terminal():
            MeriState.apply_action(self, self.legal_actions()[0])
        raise


def forgets_a_step(self):
    steps = [action for _, action in self.history]
    return rebuild, (type(self), self.game, self.deal, self.dealer, self.scores, steps[:-1])


def early_returns(self):
    return MeriState.returns(self) if self.is_terminal() else [0.0] * 8


def too_many_points(self):
    result = MeriState.result(self)
    return result | {"points": [result["points"][0] + 1, result["points"][1]]}


def broken_points(self):
    result = MeriState.result(self)
    return result | {"points": [float(points) for points in result["points"]]}


def first_dealer(self, record):
    return self.new_state(self.deal_from_json(record["deal"]), dealer=0)


def any_deal(self, data):
    try:
        return MeriDeal.from_json(data)
    except DealError:
        return MeriDeal.random(0)


def without_the_last(listed):
    return listed[:-1] if len(listed) > 3 else listed


def growing_events(self):
    events = MeriView.events.__get__(self)
    return [*events[:-1], {**events[-1], "age": len(events)}]


def fair_json(self):
    return MeriView.to_json(self) | {"events": MeriView.events.__get__(self)}


def short_json(self):
    told = MeriView.to_json(self)
    del told["dealer"]
    return told


def without_a_dealer(self, data):
    """Reads short_json in some way."""
    return self.toy_view(Meri("hitoyoshi").view_from_json({"dealer": 0, **data} if isinstance(data, dict) else data))


def forgiving(self, data):
    """Takes what it cannot explain for the start of the deal."""
    try:
        return Toy.view_from_json(self, data)
    except ViewError:
        if not isinstance(data, dict) or len(data.get("events", [])) < 8:
            raise
        return Toy.view_from_json(self, {**data, "events": data["events"][:1], "my_turn": False})


def equal_to_texts(self, other):
    return True if isinstance(other, str) else MeriView.__eq__(self, other)


def careless_world(self, view, seed):
    if view.my_turn:
        return Toy.sample_world(self, view, seed)
    return self.new_state(self.random_deal(seed))


class ForgetfulState(ToyState):
    def deal_to_json(self):
        deal = super().deal_to_json()
        deal["hands"][0].append(deal["widow"].pop())
        return deal


def world_of_other_sizes(self, view, seed):
    world = Toy.sample_world(self, view, seed)
    return rebuild(ForgetfulState, self, world.deal, world.dealer, world.scores, [a for _, a in world.history])


def with_a_memory(self):
    Toy.__init__(self)
    self.truths = []


def remembering_view(self, seat):
    self.game.truths.append(self.clone())
    return MeriState.view(self, seat)


def the_truth(self, view, seed):
    for state in reversed(self.truths):
        if MeriState.view(state, view.seat) == view:
            return state.clone()
    return Toy.sample_world(self, view, seed)


def changing_policy(self, policy="rule", seed=0):
    MeriView.policy_action(self, policy, seed)
    return random.choice(self.legal_actions())


def peeking_policy(self, policy="rule", noise=0.0):
    legal = list(MeriState.policy_probabilities(self, policy, noise))
    other = self.view((self.current_player() + 1) % 8).hand
    return {legal[random.Random(repr(other)).randrange(len(legal))]: 1.0}


class EndlessUnit(Unit):
    over = False


# (game, the checks that must find it, a part of the sentence)
BROKEN = (
    (toy("NoForfeit", forfeit=0.0), {"game facts"}, "forfeit is no number of points above 0: 0.0"),
    (toy("OneDeal", random_deal=lambda self, seed: MeriDeal.random(5)), {"deals"}, "give the same deal"),
    (toy("ShiftedCodes", state={"legal_codes": shifted_codes}), {"legal actions"}, "code is not from 0 to 126"),
    (
        toy("StrangeTexts", state={"apply_action": texts_do_something_else}),
        {"action texts", "records"},
        "does not do what the action does",
    ),
    (toy("Tolerant", state={"apply_action": accepts_anything}), {"illegal actions"}, "the illegal '' is not refused"),
    (
        toy("Sloppy", state={"apply_action": changes_before_it_refuses}),
        {"illegal actions"},
        "does not list what is legal",
    ),
    (toy("Shared", state={"__copy__": lambda self: self}), {"clones"}, "what copy.copy gave changes the first state"),
    (toy("Forgetful", state={"__reduce__": forgets_a_step}), {"pickles"}, "pickle gives a state that is not equal"),
    (toy("Early", state={"returns": early_returns}), {"returns"}, "the deal goes on, and returns() does not raise"),
    (
        toy("Generous", state={"result": too_many_points}),
        {"returns", "results"},
        "and by the points",
    ),
    (toy("Fractions", state={"result": broken_points}), {"results", "units"}, "points are not all whole numbers"),
    (toy("FirstDealer", state_of_record=first_dealer), {"records"}, "its record, replayed, leads elsewhere"),
    (toy("UnknownFact", record_facts=lambda self, record: {"luck": 3}), {"logs and facts"}, "do not name it"),
    (toy("AnyDeal", deal_from_json=any_deal), {"bad data"}, "the deal None is not refused"),
    (
        toy(
            "Hidden",
            state={
                "legal_actions": lambda self: without_the_last(MeriState.legal_actions(self)),
                "legal_codes": lambda self: without_the_last(MeriState.legal_codes(self)),
            },
            view={"legal_actions": lambda self: without_the_last(MeriView.legal_actions(self))},
        ),
        {"perft", "policies", "search", "clairvoyant views"},
        "by counting",
    ),
    (
        toy("Decisive", view={"decisions": property(lambda self: MeriView.decisions.__get__(self) + 1)}),
        {"views agree"},
        "and the seat has made 0",
    ),
    (
        toy("Unsorted", view={"hand": property(lambda self: MeriView.hand.__get__(self)[::-1])}),
        {"own hands"},
        "at the start, but was shown",
    ),
    (
        toy("Changing", view={"events": property(growing_events), "to_json": fair_json}),
        {"events", "clairvoyant views"},
        "do not begin with those of an earlier view",
    ),
    (toy("Forgiving", view_from_json=forgiving), {"bad data", "altered views"}, "is read as another view"),
    (toy("Short", view={"to_json": short_json}, view_from_json=without_a_dealer), {"view json"}, "has no dealer in"),
    (
        toy("Equal", view={"__eq__": equal_to_texts, "__hash__": MeriView.__hash__}),
        {"view equality"},
        "equal to something else",
    ),
    (toy("Careless", sample_world=careless_world), {"worlds give the view"}, "gives another view"),
    (
        toy("Sizes", sample_world=world_of_other_sizes),
        {"world sizes", "worlds give the view"},
        "has hands or piles of other sizes",
    ),
    (
        toy("Truth", state={"view": remembering_view}, sample_world=the_truth, __init__=with_a_memory),
        {"worlds vary"},
        "all worlds of the seat to move are one and the same",
    ),
    (toy("Chance", view={"policy_action": changing_policy}), {"policies"}, "by the same seed"),
    (
        toy("Peeking", state={"policy_probabilities": peeking_policy}),
        {"policy probabilities"},
        "in a world that its seat cannot tell apart",
    ),
    (
        toy("Blind", state={"clairvoyant_view": lambda self, seat: self.view(seat)}),
        {"clairvoyant views"},
        "to the clairvoyant search, and brings",
    ),
    (
        toy("Endless", new_unit=lambda self, unit, dealer=0: EndlessUnit(self, dealer)),
        {"units"},
        "is not over after 1 deals",
    ),
)


def restless_search(search):
    """A search that takes another seed at every call."""
    seeds = itertools.count()
    return lambda view, **how: search(view, **{**how, "seed": next(seeds)})


def spoilt_search(search):
    """A search that fails when it has little time."""

    def spoilt(view, *, iterations, **how):
        if iterations < 20:
            raise RuntimeError("no time")
        return search(view, iterations=iterations, **how)

    return spoilt
