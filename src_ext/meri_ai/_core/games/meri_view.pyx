"""MeriView: what one seat knows of a deal of Hachinin Meri (docs/meri-rules.md section 10)."""

from cpython.bytes cimport PyBytes_AsString, PyBytes_FromStringAndSize
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, calloc
from libc.string cimport memcmp, memcpy, memset

from meri_ai._core.cardset cimport CardSet, is_empty, lowest, remove
from meri_ai._core.games.meri_events cimport events_of, text_of
from meri_ai._core.games.meri_playout cimport choose
from meri_ai._core.games.meri_state cimport (
    ACCEPT, NO_CARD, SEATS, STAGE_DISCARD, STAGE_PLAY, MeriContext, legal_set)
from meri_ai._core.games.meri_worlds cimport (
    FACE_DOWN, OKIE_TAKEN, SLOT_DISCARD, SLOT_HAND, SLOT_PENDING, MeriRoot, draw_slots, is_sane, prepare_root,
    release_root)
from meri_ai._core.rng cimport Rng, seeded

from meri_ai._core.errors import ViewError

# Public ids of actions: 0-74 play, 75-149 discard, then the words.
DISCARDS = 75
WORDS = 150
POLICIES = {"random": 0, "rule": 1}


cdef int action_id(int stage, int code, const unsigned char *card_of) noexcept:
    """The public id of an internal code at this stage."""
    if stage == STAGE_PLAY:
        return card_of[code]
    if stage == STAGE_DISCARD:
        return DISCARDS + card_of[code]
    return WORDS + code - ACCEPT


cdef class MeriView(View):
    """All that one seat knows: equal and of equal hash exactly when the knowledge is equal. Immutable.

    scores: the two teams' points in this set before the deal; packets: the first packets of three that the seat
    after the dealer was shown at redeal steps, one a deal, the last one's included (card texts, in canonical order).
    """

    def __init__(self, game, bytes sight, scores, packets):
        """From the bytes of a MeriSight; States make views, this is for copies of them."""
        if len(sight) != sizeof(MeriSight):
            raise ViewError(f"a Meri view has {sizeof(MeriSight)} bytes, not {len(sight)}")
        self.game = game
        memcpy(&self.sight, PyBytes_AsString(sight), sizeof(MeriSight))
        self.scores = tuple(scores)
        self.packets = tuple(tuple(packet) for packet in packets)
        if not is_sane(<const MeriContext *>self.game.ops.game, &self.sight, len(self.packets)):
            raise ViewError("this is no view of Meri under these rules: a step, a card or a first packet is missing")

    @staticmethod
    def from_facts(game, scores, packets, dict facts):
        """A view from the fields of MeriSight; cards as canonical numbers, hand, plays, winners, stack as lists."""
        cdef MeriSight v
        cdef int i, card
        memset(&v, 0, sizeof(v))
        for card in facts["hand"]:
            v.hand[card >> 6] |= <uint64_t>1 << (card & 63)
        v.redeals = facts["redeals"]
        v.points[0], v.points[1] = facts["points"]
        v.seat = facts["seat"]
        v.dealer = facts["dealer"]
        v.dealt = facts["dealt"]
        v.asked = facts["asked"]
        v.okie = NO_CARD if facts["okie"] is None else facts["okie"]
        v.opener = NO_CARD if facts["opener"] is None else facts["opener"]
        v.declared = facts["declared"]
        v.hid = facts["hid"]
        v.okie_fate = facts["okie_fate"]
        v.discarded = facts["discarded"]
        v.discard = NO_CARD if facts["discard"] is None else facts["discard"]
        v.stack_shown = len(facts["stack"]) == 3
        for i, card in enumerate(facts["stack"]):
            v.stack[i] = card
        v.plays = len(facts["plays"])
        for i, play in enumerate(facts["plays"]):
            v.play[i] = FACE_DOWN if play is None else play
        v.tricks = len(facts["winners"])
        for i, card in enumerate(facts["winners"]):
            v.winner[i] = card
        v.over = facts["over"]
        return MeriView(game, PyBytes_FromStringAndSize(<char *>&v, sizeof(v)), scores, packets)

    def sight_bytes(self):
        """The knowledge as bytes, equal exactly when it is."""
        return PyBytes_FromStringAndSize(<char *>&self.sight, sizeof(MeriSight))

    def __reduce__(self):
        return type(self), (self.game, self.sight_bytes(), self.scores, self.packets)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        cdef MeriView view = other
        return (memcmp(&self.sight, &view.sight, sizeof(MeriSight)) == 0 and self.scores == view.scores
                and self.packets == view.packets and self.game == view.game)

    def __hash__(self):
        cdef const unsigned char *data = <const unsigned char *>&self.sight
        cdef uint64_t h = <uint64_t>0xcbf29ce484222325
        cdef size_t i
        for i in range(sizeof(MeriSight)):
            h = (h ^ data[i]) * <uint64_t>0x100000001b3  # FNV-1a: the same in every process
        return <Py_ssize_t>(h ^ (h >> 32))

    def __repr__(self):
        return f"<MeriView seat {self.sight.seat}, hand {' '.join(self.hand)}, {self.sight.plays} plays>"

    cdef str text_of(self, int card):
        return text_of((<object>self.game).card_texts, card)

    # -- facts

    @property
    def seat(self):
        return self.sight.seat

    @property
    def dealer(self):
        return self.sight.dealer

    @property
    def okie(self):
        """The okie's text; None while it is face down (a redeal step)."""
        return self.text_of(self.sight.okie) if self.sight.dealt else None

    @property
    def opener(self):
        """The opener's seat; None until everybody can tell."""
        return None if self.sight.opener == NO_CARD else self.sight.opener

    @property
    def hand(self):
        """The own cards now, in canonical order; at a redeal step the first packet alone."""
        cdef int card
        return [self.text_of(card) for card in range(75) if (self.sight.hand[card >> 6] >> (card & 63)) & 1]

    @property
    def my_turn(self):
        return self.sight.asked != 0

    @property
    def over(self):
        return bool(self.sight.over)

    @property
    def decisions(self):
        """How many decisions this seat has made in this deal, redeal steps included."""
        cdef int count = self.sight.tricks, started = self.sight.plays - 8 * self.sight.tricks
        cdef int leader
        if self.sight.tricks == 9 and self.game.rules.last_trick == "simultaneous":
            count -= 1
        elif started:
            leader = self.sight.winner[self.sight.tricks - 1] if self.sight.tricks else self.sight.opener
            count += ((self.sight.seat - leader) & 7) < started
        count += len(self.packets)
        if self.packets and not self.sight.dealt:
            count -= 1  # the last packet is being decided upon
        count += self.sight.hid
        if self.sight.opener == self.sight.seat:
            count += self.sight.declared + self.sight.discarded
            count += self.sight.okie_fate != 0 and self.game.rules.okie_take == "optional"
        return count

    @property
    def plays(self):
        """Every card played so far in order, as texts; None for a trump of another seat that lies face down."""
        cdef int i
        return [None if self.sight.play[i] == FACE_DOWN else self.text_of(self.sight.play[i])
                for i in range(self.sight.plays)]

    def wrong_winner(self):
        """(trick from 0, the seat that won it by the rules) of the first trick with another winner; None without one."""
        cdef Sighted sighted = Sighted(self)
        if not sighted.root.wrong_trick:
            return None
        return sighted.root.wrong_trick - 1, sighted.root.right_winner

    @property
    def okie_taken(self):
        """Whether the opener is known to have taken the okie."""
        return self.sight.okie_fate == OKIE_TAKEN

    @property
    def discard(self):
        """The opener's discard; None when there is none or this seat does not know it."""
        return None if self.sight.discard == NO_CARD else self.text_of(self.sight.discard)

    @property
    def redeals(self):
        """How many deals were thrown in before this one."""
        return self.sight.redeals

    @property
    def trick(self):
        """The current trick: (seat, card text) in the order played, None for a trump of another seat that lies face down."""
        cdef int i, first = 8 * self.sight.tricks
        if self.sight.plays == first:
            return []
        leader = self.sight.winner[self.sight.tricks - 1] if self.sight.tricks else self.sight.opener
        return [((leader + i - first) % SEATS,
                 None if self.sight.play[i] == FACE_DOWN else self.text_of(self.sight.play[i]))
                for i in range(first, self.sight.plays)]

    @property
    def tricks(self):
        """The finished tricks: (winner's seat, the eight card texts in the order played)."""
        cdef int i, k
        return [(self.sight.winner[k], [self.text_of(self.sight.play[i]) for i in range(8 * k, 8 * k + 8)])
                for k in range(self.sight.tricks)]

    @property
    def events(self):
        """What this seat saw happen, in order (meri_ai.events); a later view's events begin with these."""
        return events_of(<const MeriContext *>self.game.ops.game, &self.sight, (<object>self.game).card_texts, self.packets)

    def to_json(self):
        """The view in one piece: what meri_ai.games.meri_view_json reads again."""
        rules = self.game.rules
        return {"game": self.game.name, "rules": rules.preset, "options": rules.options, "seat": self.sight.seat,
                "dealer": self.sight.dealer, "scores": list(self.scores), "events": self.events,
                "my_turn": self.my_turn}

    # -- decisions

    cdef int prepare(self, void *root) except -1:
        cdef int result
        if not self.sight.asked:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        result = prepare_root(<const MeriContext *>self.game.ops.game, &self.sight, <MeriRoot *>root, True)
        if result == -1:
            raise MemoryError
        if result:
            raise ViewError(f"no deal is consistent with the view of seat {self.sight.seat}")
        return 0

    cdef void release(self, void *root) noexcept:
        release_root(<MeriRoot *>root)

    cdef object action_of(self, int code):
        cdef const MeriContext *g = <const MeriContext *>self.game.ops.game
        cdef int trump = self.sight.okie // 15 if self.sight.dealt else 0
        return (<object>self.game).actions[action_id(self.sight.asked - 1, code, g.card_of[trump])]

    def legal_actions(self):
        """The legal actions in canonical order when it is this seat's turn, else nothing."""
        return self.actions_of(self.legal_now()) if self.sight.asked else []

    cdef CardSet legal_now(self):
        """The legal codes of the seat to move; they follow from the sight, and a State has worked them out already."""
        cdef Sighted sighted
        if not is_empty(self.legal):
            return self.legal
        sighted = Sighted(self)
        return legal_set(<const MeriContext *>self.game.ops.game, &sighted.root.base)

    cdef list actions_of(self, CardSet left):
        found = []
        while not is_empty(left):
            found.append(self.action_of(lowest(left)))
            remove(&left, lowest(left))
        return sorted(found)

    def policy_action(self, str policy="rule", uint64_t seed=0):
        """What a policy ("rule" or "random") does here; it is given this view alone."""
        cdef Rng rng = seeded(seed)
        cdef const MeriContext *g = <const MeriContext *>self.game.ops.game
        if policy not in POLICIES:
            raise ValueError(f"policy must be one of {', '.join(POLICIES)}, not {policy!r}")
        if not self.sight.asked:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        cdef CardSet among = self.legal_now()
        cdef Sighted sighted
        if policy == "random":  # it looks at nothing but what is legal
            return self.action_of(choose(g, NULL, among, POLICIES[policy], 0, &rng))
        sighted = Sighted(self)
        return self.action_of(choose(g, &sighted.root.base, among, POLICIES[policy], 0, &rng))

    def draw_slots(self, int n, uint64_t seed):
        """n uniform draws of the unseen cards: per draw (hands by seat, trumps face down by seat, discard, widow).

        Sets of card texts; None for the own hand, for a seat without a face-down trump and where no discard is unknown.
        """
        cdef MeriRoot *root = <MeriRoot *>calloc(1, sizeof(MeriRoot))
        cdef const MeriContext *g = <const MeriContext *>self.game.ops.game
        cdef CardSet by_slot[16]
        cdef Rng rng = seeded(seed)
        cdef int i, k, result
        if root == NULL:
            raise MemoryError
        try:
            result = prepare_root(g, &self.sight, root, True)
            if result:
                raise ViewError("no deal is consistent with this view")
            if root.fresh:
                raise ViewError("at a redeal step no card but the own packet is known")
            draws = []
            for i in range(n):
                draw_slots(root, &rng, by_slot)
                hands = [None] * SEATS
                pending = [None] * SEATS
                discard = None
                widow = None
                for k in range(root.slots):
                    cards = self.texts_of(by_slot[k])
                    if root.slot_kind[k] == SLOT_HAND:
                        hands[root.slot_seat[k]] = cards
                    elif root.slot_kind[k] == SLOT_PENDING:
                        pending[root.slot_seat[k]] = cards
                    elif root.slot_kind[k] == SLOT_DISCARD:
                        discard = cards
                    else:
                        widow = cards
                draws.append((hands, pending, discard, widow))
            return draws
        finally:
            release_root(root)
            free(root)

    cdef object texts_of(self, CardSet cards):
        cdef const MeriContext *g = <const MeriContext *>self.game.ops.game
        texts = (<object>self.game).card_texts
        found = []
        while not is_empty(cards):
            found.append(texts[g.card_of[self.sight.okie // 15][lowest(cards)]])
            remove(&cards, lowest(cards))
        return frozenset(found)


cdef class ClairvoyantView(MeriView):
    """A view for measuring only: the search from it knows every hidden card. Made by MeriState.clairvoyant_view."""

    def __reduce__(self):
        raise TypeError("a clairvoyant view cannot be pickled: it is for the process that referees")

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)

    cdef int prepare(self, void *root) except -1:
        if not self.sight.asked:
            raise ViewError(f"seat {self.sight.seat} is not to move")
        (<MeriRoot *>root).known = 1
        (<MeriRoot *>root).base = self.truth
        return 0


cdef class Sighted:
    """The state as a seat sees it: hidden hands are empty in it."""
    cdef MeriRoot *root

    def __cinit__(self, MeriView view not None):
        self.root = <MeriRoot *>calloc(1, sizeof(MeriRoot))
        if self.root == NULL:
            raise MemoryError
        prepare_root(<const MeriContext *>view.game.ops.game, &view.sight, self.root, False)

    def __dealloc__(self):
        free(self.root)
