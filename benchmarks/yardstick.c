/* A yardstick for the compiled core: how fast a game of about Meri's size can be played and searched in plain C when
 * nothing but speed counts. The game is a much simplified Meri: eight players, two alternating teams, 75 cards in five
 * suits of fifteen ranks, nine cards each and three left over, nine tricks, one trump suit, one trick one point.
 * Everything lies face up when played, and there are no yaku and no phases.
 *
 *     gcc -O3 -march=native -o yardstick yardstick.c -lm && ./yardstick [seconds a line] [few]
 *
 * "few" prints only the lines that ratios.py compares with.
 *
 * A set of cards is two 64-bit words. Card = 16 * suit + rank, rank 0..14, the higher rank wins within a suit; suits
 * 0..3 are the 16-bit lanes of lo, suit 4, always trump, is the low lane of hi. follow=1: the led suit must be
 * followed; follow=0: any card may be played. Needs an x86-64 machine with BMI2. */
#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef uint32_t u32;
typedef struct { u64 lo, hi; } Set;

enum { PLAYERS = 8, TRICKS = 9, DEALS = 256, BATCH = 4096, NOISE = 26 /* of 256 */ };
static const Set ALL = {0x7fff7fff7fff7fffULL, 0x7fff};
static Set SUIT[5];

static inline double now(void) { /* processor time: other work on the machine counts little */
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

/* ---- random numbers: wyrand ---- */
typedef struct { u64 s; } Rng;
static inline u64 rnd(Rng *r) {
    r->s += 0xa0761d6478bd642fULL;
    __uint128_t m = (__uint128_t)r->s * (r->s ^ 0xe7037ed1a0b428dbULL);
    return (u64)(m >> 64) ^ (u64)m;
}
static inline u32 below(Rng *r, u32 n) { return (u32)(((u64)(u32)rnd(r) * n) >> 32); }

/* ---- sets ---- */
static inline int count(Set a) { return __builtin_popcountll(a.lo) + __builtin_popcountll(a.hi); }
static inline int is_empty(Set a) { return !(a.lo | a.hi); }
static inline int has(Set a, int c) { return c < 64 ? (a.lo >> c) & 1 : (a.hi >> (c - 64)) & 1; }
static inline void del(Set *a, int c) {
    if (c < 64) a->lo &= ~(1ULL << c);
    else a->hi &= ~(1ULL << (c - 64));
}
static inline void add(Set *a, int c) {
    if (c < 64) a->lo |= 1ULL << c;
    else a->hi |= 1ULL << (c - 64);
}
static inline int nth(Set a, int k) {
    int c = __builtin_popcountll(a.lo);
    return k < c ? (int)_tzcnt_u64(_pdep_u64(1ULL << k, a.lo)) : 64 + (int)_tzcnt_u64(_pdep_u64(1ULL << (k - c), a.hi));
}
static inline int nth_nopdep(Set a, int k) {
    int c = __builtin_popcountll(a.lo), base = 0;
    u64 w = a.lo;
    if (k >= c) { w = a.hi; k -= c; base = 64; }
    while (k--) w &= w - 1;
    return base + (int)_tzcnt_u64(w);
}
static inline int lowest(Set a) { return a.lo ? (int)_tzcnt_u64(a.lo) : 64 + (int)_tzcnt_u64(a.hi); }
static inline u64 folded(u64 x) { /* the ranks that the plain lanes hold */
    u64 f = x | (x >> 32);
    return (f | f >> 16) & 0x7fff;
}
static inline int lowest_rank(Set a) { /* over the plain suits, else the lowest trump */
    if (!a.lo) return 64 + (int)_tzcnt_u64(a.hi);
    return (int)_tzcnt_u64(a.lo & 0x0001000100010001ULL << (int)_tzcnt_u64(folded(a.lo)));
}
static inline int highest_rank(Set a) {
    if (!a.lo) return 127 - (int)_lzcnt_u64(a.hi);
    return (int)_tzcnt_u64(a.lo & 0x0001000100010001ULL << (63 - (int)_lzcnt_u64(folded(a.lo))));
}

/* ---- the game ---- */
typedef struct { Set hand[PLAYERS]; int leader, turn, played, best, winner, led, points[2], trick; } State;

static inline Set legal(const State *s, int p, int follow) {
    Set a = s->hand[p];
    if (follow && s->played) {
        Set m = {a.lo & SUIT[s->led].lo, a.hi & SUIT[s->led].hi};
        if (!is_empty(m)) return m;
    }
    return a;
}
static inline int beats(int card, int best) { return card >> 4 == best >> 4 ? card > best : card >> 4 == 4; }
static inline void play(State *s, int card) {
    int p = s->turn;
    del(&s->hand[p], card);
    if (!s->played) {
        s->led = card >> 4;
        s->best = card;
        s->winner = p;
    } else if (beats(card, s->best)) {
        s->best = card;
        s->winner = p;
    }
    if (++s->played == PLAYERS) {
        s->points[s->winner & 1]++;
        s->leader = s->turn = s->winner;
        s->played = 0;
        s->trick++;
    } else {
        s->turn = (p + 1) & 7;
    }
}
static const unsigned char CARDS[75] = {
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
    26, 27, 28, 29, 30, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 48, 49, 50, 51, 52,
    53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78};
static void deal(State *s, Rng *r) {
    unsigned char d[75];
    memcpy(d, CARDS, 75);
    for (int i = 0; i < 72; i++) {
        int j = i + (int)below(r, 75 - i);
        unsigned char t = d[i];
        d[i] = d[j];
        d[j] = t;
    }
    memset(s, 0, sizeof *s);
    for (int i = 0; i < 72; i++) add(&s->hand[i & 7], d[i]);
    s->leader = s->turn = (int)below(r, 8);
}

/* ---- playouts ---- */
static inline void playout(State *s, Rng *r, int follow) {
    while (s->trick < TRICKS) {
        Set a = legal(s, s->turn, follow);
        int n = count(a);
        play(s, nth(a, n > 1 ? (int)below(r, n) : 0));
    }
}
static inline void playout_nopdep(State *s, Rng *r, int follow) {
    while (s->trick < TRICKS) {
        Set a = legal(s, s->turn, follow);
        int n = count(a);
        play(s, nth_nopdep(a, n > 1 ? (int)below(r, n) : 0));
    }
}
static inline Set above(Set a, int best) { /* the cards of a that beat the best so far */
    Set w;
    if (best >> 4 == 4) {
        w.lo = 0;
        w.hi = a.hi & ~((2ULL << (best - 64)) - 1);
    } else {
        u64 lane = 0x7fffULL << (16 * (best >> 4));
        w.lo = a.lo & lane & ~((2ULL << best) - 1);
        w.hi = a.hi;
    }
    return w;
}
/* Leads the highest plain card. Throws the lowest when it cannot win or a partner is winning; the last to play wins as
 * cheaply as it can; others win with the highest plain card, or from the sixth place on with the lowest trump. */
static inline int rule_card(const State *s, Set a) {
    int partner = ((s->winner ^ s->turn) & 1) == 0;
    if (!s->played) return highest_rank(a);
    if (partner && (s->played >= 6 || (s->best & 15) >= 12)) return lowest_rank(a);
    Set w = above(a, s->best);
    if (is_empty(w) || partner) return lowest_rank(a);
    if (s->played == 7) return lowest(w);
    if (w.lo) return 63 - (int)_lzcnt_u64(w.lo);
    return s->played >= 5 ? lowest(w) : lowest_rank(a);
}
static inline void playout_rule(State *s, Rng *r, int follow, u32 noise) {
    while (s->trick < TRICKS) {
        Set a = legal(s, s->turn, follow);
        int n = count(a), card;
        if (n == 1) {
            card = nth(a, 0);
        } else {
            u64 x = rnd(r);
            card = (x & 255) < noise ? nth(a, (int)(((x >> 32) * n) >> 32)) : rule_card(s, a);
        }
        play(s, card);
    }
}

/* ---- worlds: the unseen cards dealt anew, hand sizes and known voids (a bit a suit) kept ---- */
typedef struct { Set unseen; unsigned char voids[PLAYERS]; } Info;

static inline int redeal(State *s, int me, const Info *in, Rng *r, int use_voids) {
    unsigned char d[75];
    int n = 0, need[PLAYERS], tries = 0;
    for (u64 x = in->unseen.lo; x; x &= x - 1) d[n++] = (unsigned char)_tzcnt_u64(x);
    for (u64 x = in->unseen.hi; x; x &= x - 1) d[n++] = 64 + (unsigned char)_tzcnt_u64(x);
    for (int p = 0; p < PLAYERS; p++) need[p] = p == me ? 0 : count(s->hand[p]);
again:
    if (++tries > 50) use_voids = 0;
    for (int p = 0; p < PLAYERS; p++)
        if (p != me) s->hand[p].lo = s->hand[p].hi = 0;
    int i = 0;
    for (int p = 0; p < PLAYERS; p++) {
        if (p == me) continue;
        if (!use_voids || !in->voids[p]) {
            for (int k = need[p]; k; k--, i++) {
                int j = i + (int)below(r, n - i);
                unsigned char t = d[i];
                d[i] = d[j];
                d[j] = t;
                add(&s->hand[p], d[i]);
            }
        } else {
            for (int k = need[p], guard = 0; k;) {
                if (++guard > 400) goto again;
                int j = i + (int)below(r, n - i);
                unsigned char t = d[j];
                if (in->voids[p] >> (t >> 4) & 1) continue;
                d[j] = d[i];
                d[i] = t;
                add(&s->hand[p], t);
                i++;
                k--;
            }
        }
    }
    return tries;
}

/* ---- single-observer ISMCTS: one tree, UCB with availability counts, children in a linked list ---- */
typedef struct { u32 first, unused; int visits, available; float won; unsigned char card, player; u32 sibling; } Node;
typedef struct { Node *node; u32 used, capacity; } Tree;

static u32 add_child(Tree *t, u32 parent, int card, int player) {
    u32 k = t->used++;
    Node *q = &t->node[k];
    q->first = 0;
    q->visits = 0;
    q->available = 1;
    q->won = 0;
    q->card = card;
    q->player = player;
    q->sibling = t->node[parent].first;
    t->node[parent].first = k;
    return k;
}
static int search(const State *root, const Info *in, Tree *t, Rng *r, int follow, int rule, int iterations) {
    const float explore = 0.3f;
    int me = root->turn;
    u32 path[80];
    t->used = 1;
    memset(&t->node[0], 0, sizeof(Node));
    for (int it = 0; it < iterations; it++) {
        State s = *root;
        u32 at = 0;
        int depth = 0;
        redeal(&s, me, in, r, 1);
        path[depth++] = 0;
        while (s.trick < TRICKS) {
            int p = s.turn;
            Set untried = legal(&s, p, follow);
            Set open = untried;
            u32 best = 0;
            float best_score = -1e9f;
            for (u32 child = t->node[at].first; child; child = t->node[child].sibling) {
                Node *q = &t->node[child];
                if (!has(open, q->card)) continue;
                del(&untried, q->card);
                q->available++;
                float score = q->won / q->visits + explore * sqrtf(logf((float)q->available) / q->visits);
                if (score > best_score) {
                    best_score = score;
                    best = child;
                }
            }
            int n = count(untried);
            if (n) {
                int card = nth(untried, n > 1 ? (int)below(r, n) : 0);
                if (t->used < t->capacity) path[depth++] = add_child(t, at, card, p);
                play(&s, card);
                break;
            }
            play(&s, t->node[best].card);
            at = best;
            path[depth++] = at;
        }
        if (rule) playout_rule(&s, r, follow, NOISE);
        else playout(&s, r, follow);
        for (int i = 1; i < depth; i++) {
            Node *q = &t->node[path[i]];
            q->visits++;
            q->won += s.points[q->player & 1] / 9.0f;
        }
    }
    int visits = -1, card = 0;
    for (u32 child = t->node[0].first; child; child = t->node[child].sibling)
        if (t->node[child].visits > visits) {
            visits = t->node[child].visits;
            card = t->node[child].card;
        }
    return card;
}

/* ---- the lines ---- */
static State deals[DEALS];
static Rng stream = {42};
static volatile int sink;
static double seconds = 2.0;

static Info unseen_by(const State *s, int me) {
    Info in = {{ALL.lo & ~s->hand[me].lo, ALL.hi & ~s->hand[me].hi}, {0}};
    return in;
}
/* runs a statement on the deals in turn, BATCH times between two looks at the clock */
#define MEASURE(n, spent, statement)                  \
    double start_ = now(), spent;                     \
    long n = 0;                                       \
    while (now() - start_ < seconds) {                \
        for (int i = 0; i < BATCH; i++) {             \
            State s = deals[i & (DEALS - 1)];         \
            statement;                                \
        }                                             \
        n += BATCH;                                   \
    }                                                 \
    spent = now() - start_;

static void print_playouts(const char *name, long n, double spent) {
    printf("%s: %10.0f playouts/s  %11.0f tricks/s  %6.1f ns/card\n", name, n / spent, 9 * n / spent,
           spent * 1e9 / (72.0 * n));
}
static void bench_playouts(int follow) {
    char name[64];
    {
        MEASURE(n, spent, playout(&s, &stream, follow); sink += s.points[0])
        sprintf(name, "random playout  follow=%d pdep     ", follow);
        print_playouts(name, n, spent);
    }
    {
        MEASURE(n, spent, playout_nopdep(&s, &stream, follow); sink += s.points[0])
        sprintf(name, "random playout  follow=%d no pdep  ", follow);
        print_playouts(name, n, spent);
    }
    {
        MEASURE(n, spent, playout_rule(&s, &stream, follow, NOISE); sink += s.points[0])
        sprintf(name, "rule+10%% random follow=%d          ", follow);
        print_playouts(name, n, spent);
    }
}
static void bench_worlds(void) {
    {
        MEASURE(n, spent, Info in = unseen_by(&s, 0); redeal(&s, 0, &in, &stream, 0); sink += (int)s.hand[1].lo)
        printf("determinization (66 unseen cards)   : %10.0f deals/s  %6.1f ns\n", n / spent, spent * 1e9 / n);
    }
    {
        MEASURE(n, spent, Info in = unseen_by(&s, 0); in.voids[1] = 1; in.voids[3] = 6; in.voids[4] = 8;
                in.voids[6] = 3; redeal(&s, 0, &in, &stream, 1); sink += (int)s.hand[1].lo)
        printf("determinization with 4 void players : %10.0f deals/s  %6.1f ns\n", n / spent, spent * 1e9 / n);
    }
}
static void bench_search(Tree *t, int follow, int rule, int iterations) {
    double start = now(), spent;
    long searches = 0;
    double nodes = 0;
    while ((spent = now() - start) < seconds) {
        State s = deals[searches++ & (DEALS - 1)];
        Info in = unseen_by(&s, s.turn);
        sink += search(&s, &in, t, &stream, follow, rule, iterations);
        nodes += t->used;
    }
    printf("SO-ISMCTS root first lead follow=%d policy=%s sims=%6d: %9.0f sims/s, %.0f nodes (%zu B each)\n", follow,
           rule ? "rule+eps" : "random  ", iterations, (double)iterations * searches / spent, nodes / searches,
           sizeof(Node));
}
int main(int argc, char **argv) {
    int few = argc > 2 && !strcmp(argv[2], "few");
    if (argc > 1) seconds = atof(argv[1]);
    for (int s = 0; s < 4; s++) SUIT[s].lo = 0x7fffULL << (16 * s);
    SUIT[4].hi = 0x7fff;
    for (int i = 0; i < DEALS; i++) deal(&deals[i], &stream);
    for (int follow = 0; follow < (few ? 1 : 2); follow++) bench_playouts(follow);
    bench_worlds();
    Tree t = {malloc(sizeof(Node) * 2000000), 0, 2000000};
    if (few) bench_search(&t, 0, 1, 10000);
    for (int follow = 0; follow < 2 && !few; follow++)
        for (int rule = 0; rule < 2; rule++)
            for (int iterations = 1000; iterations <= 100000; iterations *= 10)
                bench_search(&t, follow, rule, iterations);
    free(t.node);
    return 0;
}
