"""The tables of a Meri ruleset: cards in order of strength, pairs of yaku (docs/meri-rules.md sections 1, 2 and 6)."""

from libc.string cimport memset
from meri_ai._core.cardset cimport add
from meri_ai._core.games.meri_state cimport (
    EIGHT_NINE, NO_CARD, ROBAI_REI, SOTA_ROBAI, SUN_UN, TRUMP, TWO_ONE, UN_SOTA, MeriContext)

# Suits by number: P I K O G; ranks by their code; canonical card number = 15 * suit + rank.
RANKS = "123456789DMHKGC"
PAO, ISU = 0, 1
TENKA = 9  # PD

# From the weakest to the strongest; "T" is Tenka.
TRUMP_ORDER = {"pao": "123456789HKDMGC", "isu": "123456789HKDTMGC", "round": "987654321HKDTMGC"}
PLAIN_ORDER = {"pao": "123456789MHKGC", "isu": "1D23456789MHKGC", "round": "987654321DMHKGC"}


def group(suit: int) -> str:
    """Which order of strength a suit follows; Tenka makes pao a case of its own."""
    return "pao" if suit == PAO else "isu" if suit == ISU else "round"


def strength_order(suit: int, trump: int) -> list:
    """The canonical numbers of a suit's cards from weak to strong, Tenka among the trumps."""
    order = (TRUMP_ORDER if suit == trump else PLAIN_ORDER)[group(suit)]
    return [TENKA if rank == "T" else 15 * suit + RANKS.index(rank) for rank in order]


def pairs(trump: int, kinds: object, tenka_as_robai: bool) -> list:
    """(yaku kind, winning rank, beaten rank) of every pair that can be formed with this trump suit."""
    robai = "DT" if tenka_as_robai and trump != PAO else "D"
    rows = [(SUN_UN, "C", "G"), (UN_SOTA, "G", "M")]
    rows += [(SOTA_ROBAI, "M", r) for r in robai] + [(ROBAI_REI, r, "K") for r in robai]
    rows += [(TWO_ONE, "2", "1")] if group(trump) != "round" else [(EIGHT_NINE, "8", "9")]
    names = {SUN_UN: "sun-un", UN_SOTA: "un-sota", SOTA_ROBAI: "sota-robai", ROBAI_REI: "robai-rei",
             TWO_ONE: "two-one", EIGHT_NINE: "eight-nine"}
    return [row for row in rows if names[row[0]] in kinds]


cdef int fill_context(MeriContext *g, object rules) except -1:
    """Fills the context from a MeriRules."""
    cdef int trump, lane, strength, card
    memset(g, 0, sizeof(MeriContext))
    g.okie_mandatory = rules.okie_take == "mandatory"
    g.discard_plain = rules.discard_rule == "plain"
    g.lead_plain = rules.first_lead == "plain"
    g.first_trick_meri = rules.first_trick_meri
    g.stack_revealed = rules.stack == "revealed"
    g.void_must_trump = rules.monchi_void == "trump"
    g.ichimai_zun = rules.ichimai_zun
    g.simultaneous = rules.last_trick == "simultaneous"
    g.best_opponent = rules.yaku_beaten == "best_opponent"
    g.yaku_fresh = rules.yaku_fresh
    g.pairs_in_meri = rules.yaku_in_meri == "pairs"
    g.transfer = rules.yaku_transfer
    g.chase = "chase" in rules.yaku_kinds
    g.redeal_offer = min(rules.redeal_offer, 0xffffffff)
    memset(g.card_of, NO_CARD, sizeof(g.card_of))
    for trump in range(5):
        lanes = [suit for suit in range(5) if suit != trump] + [trump]
        for lane in range(5):
            for strength, card in enumerate(strength_order(lanes[lane], trump)):
                g.code_of[trump][card] = 16 * lane + strength
                g.card_of[trump][16 * lane + strength] = card
                add(&g.deck[trump], 16 * lane + strength)
        order = TRUMP_ORDER[group(trump)]
        g.native[trump] = TRUMP + order.index("D")
        g.sun[trump] = 1 << order.index("C")
        for kind, winner, beaten in pairs(trump, rules.yaku_kinds, rules.tenka_as_robai):
            g.beaten[trump][order.index(winner)] |= 1 << order.index(beaten)
            g.captors[trump][order.index(beaten)] |= 1 << order.index(winner)
            g.pair_kind[trump][order.index(winner)] = kind
    return 0
