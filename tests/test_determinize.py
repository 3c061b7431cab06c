"""Counts and draws of the sampler of worlds against plain enumeration and exact integers."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from meri_ai._core.search.determinize import Dealer

# cards by type, capacities, masks of allowed types
Problem = tuple[list[list[int]], list[int], list[int]]
World = tuple[frozenset[int], ...]


def worlds_of(problem: Problem) -> Iterator[World]:
    """Every assignment, by choosing the content of one slot after the other."""
    cards, capacity, allowed = problem
    type_of = {card: t for t, members in enumerate(cards) for card in members}

    def fill(slot: int, left: frozenset[int]) -> Iterator[World]:
        if slot == len(capacity):
            yield ()
            return
        takes = sorted(card for card in left if allowed[slot] >> type_of[card] & 1)
        for chosen in itertools.combinations(takes, capacity[slot]):
            content = frozenset(chosen)
            for others in fill(slot + 1, left - content):
                yield (content, *others)

    return fill(0, frozenset(type_of))


def exact_count(sizes: Sequence[int], capacity: Sequence[int], allowed: Sequence[int]) -> int:
    """The number of assignments in exact integers, from the sizes of the types alone."""

    @cache
    def count(slot: int, wanted: int, t: int, left: tuple[int, ...]) -> int:
        """Ways to go on when this slot still wants cards, of type t or later."""
        if t == len(left):
            if wanted:
                return 0
            return start(slot + 1, left)
        most = min(wanted, left[t]) if allowed[slot] >> t & 1 else 0
        return sum(
            math.comb(left[t], k) * count(slot, wanted - k, t + 1, (*left[:t], left[t] - k, *left[t + 1 :]))
            for k in range(most + 1)
        )

    def start(slot: int, left: tuple[int, ...]) -> int:
        if slot == len(capacity):
            return int(not any(left))
        if all(mask >> t & 1 for mask in allowed[slot:] for t in range(len(left)) if left[t]):
            return math.factorial(sum(left)) // math.prod(math.factorial(places) for places in capacity[slot:])
        return count(slot, capacity[slot], 0, left)

    return start(0, tuple(sizes))


def problem_of(rng: random.Random, sizes: Sequence[int], capacity: list[int], allowed: list[int]) -> Problem:
    """A problem with types of these sizes, of random cards."""
    codes = rng.sample(range(128), sum(sizes))
    return [[codes.pop() for _ in range(size)] for size in sizes], capacity, allowed


def random_problem(rng: random.Random, most_types: int, most_slots: int, sizes: Sequence[int]) -> Problem:
    types = rng.randint(1, most_types)
    slots = rng.randint(1, most_slots)
    by_type = [rng.choice(sizes) for _ in range(types)]
    capacity = [0] * slots
    for _ in range(sum(by_type)):
        capacity[rng.randrange(slots)] += 1
    allowed = [rng.choice((255, rng.randrange(1 << types), rng.randrange(1, 1 << types))) for _ in range(slots)]
    return problem_of(rng, by_type, capacity, allowed)


def check_world(problem: Problem, world: World) -> None:
    cards, capacity, allowed = problem
    assert sorted(card for content in world for card in content) == sorted(itertools.chain(*cards))
    assert [len(content) for content in world] == capacity
    for content, mask in zip(world, allowed, strict=True):
        assert content <= {card for t, members in enumerate(cards) if mask >> t & 1 for card in members}


def upper_tail(chi_square: float, freedom: int) -> float:
    """The probability of a chi-square at least this large: the incomplete gamma function by series or fraction."""
    a, x = freedom / 2, chi_square / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = 1
        while term > total * 1e-12:
            term *= x / (a + n)
            total += term
            n += 1
        return 1 - scale * total
    fraction = 0.0
    for n in range(500, 0, -1):
        fraction = n * (n - a) / (x + 2 * n + 1 - a - fraction)
    return scale / (x + 1 - a - fraction)


def p_value(expected: dict[object, float], drawn: Sequence[object]) -> float:
    """Of a chi-square test of draws against probabilities; 0 when something impossible was drawn."""
    counts = Counter(drawn)
    if not counts.keys() <= expected.keys():
        return 0.0
    chi_square = sum((counts[w] - len(drawn) * p) ** 2 / (len(drawn) * p) for w, p in expected.items())
    return upper_tail(chi_square, len(expected) - 1) if len(expected) > 1 else 1.0


def rejected(p_values: Sequence[float], level: float = 0.01) -> list[float]:
    """Holm's procedure: the p-values that are significant at this level for the whole family."""
    ordered = sorted(p_values)
    for i, p in enumerate(ordered):
        if p > level / (len(ordered) - i):
            return ordered[:i]
    return ordered


def uniform_problems() -> list[Problem]:
    """Problems of 2 to 2,000 worlds: some made by hand, the others at random."""
    rng = random.Random(20)
    made = [
        # nobody is limited
        problem_of(rng, [4, 5], [4, 3, 2], [3, 3, 3]),
        # voids that are not nested, each slot without another type
        problem_of(rng, [2, 3, 2], [2, 2, 3], [0b110, 0b101, 0b011]),
        problem_of(rng, [2, 2, 2, 2], [2, 2, 2, 2], [0b1110, 0b1101, 0b1011, 0b0111]),
        problem_of(rng, [2, 1, 2, 2], [1, 2, 2, 1, 1], [0b0011, 0b0110, 0b1101, 0b1111, 0b1011]),
        # a face-down trump, a slot void in trumps, a free one
        problem_of(rng, [3, 5], [1, 3, 4], [0b01, 0b10, 0b11]),
        # types of one card, slots that hold nothing
        problem_of(rng, [1, 1, 4, 1], [0, 3, 0, 2, 2], [0, 0b1101, 15, 0b1110, 0b0111]),
        problem_of(rng, [1, 1, 1, 1, 1, 1], [2, 1, 0, 1, 2], [0b011110, 0b101011, 63, 0b110101, 0b111001]),
        # several slots of a kind beside limited ones
        problem_of(rng, [2, 2, 3], [1, 1, 2, 2, 1], [0b110, 0b110, 0b011, 0b111, 0b111]),
    ]
    for problem in made:
        assert 2 <= exact_count([len(c) for c in problem[0]], problem[1], problem[2]) <= 2000
    while len(made) < 24:
        problem = random_problem(rng, 5, 6, (0, 1, 1, 2, 3))
        if 20 <= exact_count([len(c) for c in problem[0]], problem[1], problem[2]) <= 2000:
            made.append(problem)
    return made


def test_worlds_is_the_number_of_assignments() -> None:
    rng = random.Random(1)
    impossible = 0
    for _ in range(400):
        problem = random_problem(rng, 4, 5, (0, 1, 2, 3))
        number = exact_count([len(c) for c in problem[0]], problem[1], problem[2])
        if number <= 3000:
            assert number == sum(1 for _ in worlds_of(problem))
        assert Dealer(*problem).worlds == number
        impossible += number == 0
    assert 50 < impossible < 350


def test_draws_are_uniform() -> None:
    p_values = []
    for seed, problem in enumerate(uniform_problems()):
        worlds = list(worlds_of(problem))
        dealer = Dealer(*problem)
        assert dealer.worlds == len(worlds)
        p_values.append(p_value(dict.fromkeys(worlds, 1 / len(worlds)), dealer.draw(20 * len(worlds), seed)))
    assert len(p_values) == 24
    assert not rejected(p_values)


def test_the_same_test_finds_a_sampler_that_skips_forbidden_cards() -> None:
    def naive_world(problem: Problem, rng: random.Random) -> World | None:
        cards, capacity, allowed = problem
        left = list(enumerate(cards))
        pool = [(t, card) for t, members in left for card in members]
        rng.shuffle(pool)
        world = []
        for places, mask in zip(capacity, allowed, strict=True):
            content = [pair for pair in pool if mask >> pair[0] & 1][:places]
            if len(content) < places:
                return None
            pool = [pair for pair in pool if pair not in content]
            world.append(frozenset(card for _, card in content))
        return tuple(world)

    rng = random.Random(3)
    p_values = []
    for problem in uniform_problems():
        worlds = list(worlds_of(problem))
        drawn: list[World] = []
        while len(drawn) < 20 * min(len(worlds), 500):
            world = naive_world(problem, rng)
            if world is not None:
                drawn.append(world)
        p_values.append(p_value(dict.fromkeys(worlds, 1 / len(worlds)), drawn))
    assert len(rejected(p_values)) >= 12


LARGE: dict[str, tuple[list[int], list[int], list[int]]] = {
    "nobody is limited": ([13, 13, 13, 13, 14], [9, 9, 9, 9, 9, 9, 9, 3], [31] * 8),
    "voids in four types": ([17, 17, 16, 16], [9] * 7 + [3], [0b0111, 0b1110, 0b1101, 0b0110, 15, 15, 15, 15]),
    "voids in five types": ([14, 14, 13, 13, 12], [9] * 7 + [3], [0b00111, 0b11100, 0b10110, 31, 31, 31, 31, 31]),
    "one type of 66": ([66], [16, 50], [1, 1]),
    "special cards": ([14, 22, 15, 13, 1, 1], [1, 5, 6, 7, 9, 9, 9, 9, 1, 10], [56, 7, 22, 37] + [31] * 2 + [63] * 4),
    "80 cards": ([27, 27, 26], [10] * 8, [0b110, 0b101, 0b011, 0b110, 0b010, 7, 7, 7]),
    "16 slots": ([12, 12, 12], [3, 2, 2, 1, 3, 2, 3, 2, 2, 2, 3, 3, 2, 2, 2, 2], [5, 3, 6, 7, 1, 2, 4, 7] * 2),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_problems_keep_sizes_and_types(name: str) -> None:
    problem = problem_of(random.Random(name), *LARGE[name])
    dealer = Dealer(*problem)
    for world in dealer.draw(2000, 5):
        check_world(problem, world)


@pytest.mark.parametrize("name", LARGE)
def test_large_counts_equal_exact_integers(name: str) -> None:
    sizes, capacity, allowed = LARGE[name]
    problem = problem_of(random.Random(name), *LARGE[name])
    # the free slots last: they need no recursion
    order = sorted(range(len(capacity)), key=lambda s: allowed[s].bit_count())
    exact = exact_count(sizes, [capacity[s] for s in order], [allowed[s] for s in order])
    assert Dealer(*problem).worlds == pytest.approx(exact, rel=1e-9)


def test_large_draws_share_a_type_as_often_as_they_must() -> None:
    """How many of the first type a slot gets, against exact counts, in a problem with tables."""
    sizes, capacity, allowed = [9, 7, 8, 6], [6, 7, 6, 5, 6], [0b1110, 0b1101, 0b1011, 0b1111, 0b1001]
    problem = problem_of(random.Random(8), sizes, capacity, allowed)
    first = set(problem[0][0])
    drawn = Dealer(*problem).draw(20_000, 8)
    total = exact_count(sizes, capacity, allowed)
    p_values = []
    for slot in (1, 3):
        expected: dict[object, float] = {}
        for k in range(capacity[slot] + 1):
            # the slot in two parts: k cards of the first type, none of it among the others
            parts = [*capacity[:slot], k, capacity[slot] - k, *capacity[slot + 1 :]]
            masks = [*allowed[:slot], 1, allowed[slot] & ~1, *allowed[slot + 1 :]]
            if ways := exact_count(sizes, parts, masks):
                expected[k] = ways / total
        assert sum(expected.values()) == pytest.approx(1)
        p_values.append(p_value(expected, [len(world[slot] & first) for world in drawn]))
    assert not rejected(p_values)


def test_impossible_problems_have_no_worlds() -> None:
    for problem in (
        ([[1, 2], [3]], [2, 1], [2, 3]),
        ([[1], [2]], [1, 1], [1, 1]),
        ([[1], [2]], [1, 1], [0, 3]),
        # every slot alone could be filled, all of them together not
        ([[1, 2], [3, 4], [5, 6, 7, 8]], [2, 2, 2, 2], [0b011, 0b011, 0b011, 0b111]),
        ([[1, 2], [3, 4], [5, 6, 7, 8], [9, 10]], [3, 2, 2, 3], [0b0011, 0b1011, 0b1011, 0b1111]),
    ):
        dealer = Dealer(*problem)
        assert dealer.worlds == 0
        assert dealer.draw(0, 1) == []
        with pytest.raises(ValueError, match="no way to deal"):
            dealer.draw(1, 1)


def test_no_cards_have_one_world() -> None:
    dealer = Dealer([[], []], [0, 0], [0, 3])
    assert dealer.worlds == 1
    assert dealer.draw(1, 1) == [(frozenset(), frozenset())]


def test_a_seed_gives_the_same_draws() -> None:
    problem = problem_of(random.Random(2), *LARGE["voids in five types"])
    first = Dealer(*problem)
    drawn = first.draw(50, 7)
    assert first.draw(50, 7) == drawn
    assert Dealer(*problem).draw(50, 7) == drawn
    assert first.draw(20, 7) == drawn[:20]
    assert first.draw(50, 8) != drawn


def test_tables_that_would_be_too_large_are_refused() -> None:
    cards = [list(range(10 * t, 10 * t + 10)) for t in range(8)]
    with pytest.raises(MemoryError, match="too much memory"):
        Dealer(cards, [10] * 8, [255 ^ 1 << s for s in range(8)])


@pytest.mark.parametrize(
    ("cards", "capacity", "allowed", "message"),
    [
        ([[1, 2], [2]], [3], [3], "card 2 is there twice"),
        ([[128]], [1], [1], "card 128 is not one of 0..127"),
        ([[-1]], [1], [1], "card -1 is not one of 0..127"),
        ([[1, 2, 3]], [1, 1], [1, 1], "the capacities add up to 2 but there are 3 cards"),
        ([[1]], [2, -1], [1, 1], "slot 1 has the negative capacity -1"),
        ([[1]], [300], [1], "the capacities add up to 300 but there are 1 cards"),
        ([[1]], [1], [256], "slot 0 has the mask 256"),
        ([[1]], [1], [-1], "slot 0 has the mask -1"),
        ([[1]], [1], [1, 1], "1 capacities but 2 masks"),
        ([[t] for t in range(9)], [9], [255], "9 types of cards, at most 8"),
        ([[1]], [1] + [0] * 16, [1] * 17, "17 slots, at most 16"),
        ([list(range(81))], [81], [1], "81 cards, at most 80"),
    ],
)
def test_bad_input_is_refused(cards: list[list[int]], capacity: list[int], allowed: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Dealer(cards, capacity, allowed)


def test_a_negative_number_of_draws_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot draw -1 times"):
        Dealer([[1]], [1], [1]).draw(-1, 1)
