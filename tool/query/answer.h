/// The answer to one line, written by hand: a JSON library would build a tree of it first.
#ifndef TOOL_QUERY_ANSWER_H
#define TOOL_QUERY_ANSWER_H

#include "feeler/math.h"
#include "report/buffer.h"

typedef struct answer {
    buffer *out;
    bool first;      ///< the next member is the first of its object
    bool undefined;  ///< a member was no number: then the answer must not be given
} answer;

/// The fewest of 15, 16 or 17 significant digits that read back as the same double; the sign of a zero is
/// kept ("-0.0"). The value is finite.
void answer_put_number(buffer *t, double value);

/// `, "name": `
void answer_name(answer *a, const char *name);
/// An object: members until answer_close() are its own. Without a name it is an element of a list.
void answer_open(answer *a, const char *name);
void answer_close(answer *a);

/// Infinite numbers, and vectors that hold one, are left out.
void answer_number(answer *a, const char *name, double value);
void answer_numbers(answer *a, const char *name, const flr_real *values, size_t count);
void answer_vec3(answer *a, const char *name, flr_vec3 v);
void answer_vec2(answer *a, const char *name, flr_vec2 v);
void answer_truth(answer *a, const char *name, bool value);
/// A word that needs no escapes.
void answer_word(answer *a, const char *name, const char *word);

#endif
