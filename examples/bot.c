/* A complete bot in C: it answers the engine protocol on standard input and output. Build: cc -O2 -o bot bot.c
 * It plays its strongest card when it leads or is among the last to play, and its weakest else; in games other than
 * Meri, of which it knows nothing, it reads the cards in the same way, so that it plays anything. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define WIDTH(value) (int)(skip(value) - value), value /* for %.*s */
static const char *skip(const char *s) { /* past the JSON value at s */
    int depth = 0;
    if (*s != '"' && *s != '{' && *s != '[') return s + strcspn(s, ",]} \t\r\n");
    do {
        if (*s == '"')
            for (s++; *s && *s != '"'; s++) s += *s == '\\' && s[1];
        depth += (*s == '{' || *s == '[') - (*s == '}' || *s == ']');
        s += *s != '\0';
    } while (depth > 0 && *s);
    return s;
}

static const char *first(const char *s) { return *s ? s + 1 + strspn(s + 1, " \t") : s; } /* in the object or list */
static const char *after(const char *s) { return s = skip(s), s + strspn(s, " \t,:"); } /* the value after this one */

static int is(const char *value, const char *word) { /* whether the text's first word is this */
    value += *value == '"';
    return strcspn(value, "\" ") == strlen(word) && !strncmp(value, word, strlen(word));
}

static const char *field(const char *s, const char *name) { /* the value of that name in the object, or "" */
    for (s = first(s); *s == '"'; s = after(after(s)))
        if (is(s, name)) return after(s);
    return "";
}

static int strength(const char *card, char trump) {
    int rank = (int)strcspn("123456789DMHKGC", (char[]){card[1], '\0'});
    if (rank < 9 && strchr("KOG", card[0])) rank = 8 - rank; /* in round suits the one is the best of the pips */
    return rank + (card[0] == trump || is(card, "PD") ? 100 : 0);
}

static const char *choose(const char *legal, char trump, int played) {
    const char *best = first(legal);
    int strong = is(best, "play") && (played == 0 || played >= 5), most = -1000;
    for (const char *s = best; *s == '"'; s = after(s)) {
        const char *space = memchr(s, ' ', (size_t)(skip(s) - s)); /* none: accept, take and so on */
        int value = !space ? is(s, "take") : strong ? strength(space + 1, trump) : -strength(space + 1, trump);
        if (value > most) most = value, best = s;
    }
    return best;
}

int main(void) {
    char *line = NULL, trump = 'P';
    int seen = 0, played = 0; /* events so far, -1 after a gap; cards on the table */
    for (size_t room = 0; getline(&line, &room, stdin) > 0 && !is(field(line, "type"), "quit"); fflush(stdout)) {
        const char *type = field(line, "type"), *id = field(line, "id"), *event = first(field(line, "events"));
        if (is(type, "hello")) {
            puts("{\"type\":\"engine\",\"protocol\":1,\"name\":\"example-c\",\"features\":[\"stateful\",\"seed\"]}");
        } else if (is(type, "ping")) {
            printf("{\"type\":\"pong\",\"id\":%.*s}\n", WIDTH(id));
        } else if (is(type, "set") || is(type, "newgame")) {
            printf("{\"type\":\"ok\",\"re\":%.*s}\n", WIDTH(type));
        } else if (is(type, "events")) {
            if (atoi(field(line, "seq")) == 0) seen = played = 0; /* from the start, perhaps again */
            if (atoi(field(line, "seq")) != seen) seen = -1;
            for (; *event == '{' && seen >= 0; event = after(event), seen++) {
                if (*field(event, "okie")) trump = field(event, "okie")[1];
                played = is(field(event, "type"), "trick") ? 0 : played + is(field(event, "action"), "play");
            }
        } else if (is(type, "go") && seen < 0) {
            printf("{\"type\":\"error\",\"id\":%.*s,\"code\":\"resync\",\"message\":\"a gap\"}\n", WIDTH(id));
        } else if (is(type, "go")) {
            const char *best = choose(field(line, "legal"), trump, played);
            printf("{\"type\":\"best\",\"id\":%.*s,\"action\":%.*s}\n", WIDTH(id), WIDTH(best));
        } else if (!is(type, "stop") && !is(type, "cancel") && !is(type, "result")) {
            puts("{\"type\":\"error\",\"code\":\"unknown_message\",\"message\":\"this message is not known\"}");
        }
    }
}
