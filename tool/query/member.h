/// The members of the objects of a query, as tables. Reading, messages, the help and the schema all follow them, so a member is
/// written down once.
#ifndef TOOL_QUERY_MEMBER_H
#define TOOL_QUERY_MEMBER_H

#include <jansson.h>

#include "feeler/math.h"
#include "query/error.h"
#include "report/buffer.h"

typedef enum member_type {
    MEMBER_ANY,
    MEMBER_NAME,         ///< of a shape or an operation
    MEMBER_NUMBER,       ///< finite
    MEMBER_EXTENT,       ///< a number of at least 0
    MEMBER_LENGTH,       ///< a number above 0
    MEMBER_PART,         ///< a number above 0 and up to 1
    MEMBER_VECTOR,       ///< as many numbers as the query has dimensions
    MEMBER_DIRECTION,    ///< a vector that is not zero
    MEMBER_EXTENTS,      ///< a vector of numbers of at least 0
    MEMBER_TWO_EXTENTS,  ///< two such numbers, also in space
    MEMBER_AXES,         ///< as many vectors as the query has dimensions, unit and perpendicular
    MEMBER_TWO_AXES,     ///< two of them, also in space
    MEMBER_ROTATION,
    MEMBER_TWO_POINTS,
    MEMBER_THREE_POINTS,
    MEMBER_FOUR_POINTS,
    MEMBER_POINTS,            ///< one vector or more
    MEMBER_TRIANGLES,         ///< index triples
    MEMBER_HEIGHTS,           ///< rows of numbers
    MEMBER_SPACING,           ///< a number above 0, or two
    MEMBER_NUMBERS_OF_FIRST,  ///< two whole numbers
    MEMBER_DIAGONAL,          ///< a word for how cells are cut
    MEMBER_CELLS,             ///< pairs of a column and a row
    MEMBER_FILE,
    MEMBER_FLAG,
    MEMBER_MASK,          ///< a whole number of 32 bits
    MEMBER_MASKS,         ///< one for each of the shapes
    MEMBER_ORDER,         ///< three letters of x, y, z
    MEMBER_THREE_ANGLES,  ///< three numbers
    MEMBER_POSE,
    MEMBER_RAY,    ///< a shape; without a name it is a ray
    MEMBER_PLANE,  ///< a shape; without a name it is a plane
    MEMBER_PLANES,
    MEMBER_SHAPE,
    MEMBER_SHAPES
} member_type;

typedef struct member {
    const char *name;
    const char *synonyms;  ///< separated by blanks; null for none
    member_type type;
    const char *fallback;  ///< what it is where it is not given, for people; null: it must be given
} member;

enum { MOST_MEMBERS = 7 };

struct field_scope;
struct query_shape;
/// Makes a shape of the numbers of its form, or of its lists.
typedef bool member_make(const struct field_scope *s, const flr_real *numbers, struct query_shape *shape);

/// One way to write an object down. The numbers of the members, in this order, are those of the struct of the library, unless
/// `make` is given.
typedef struct member_form {
    const member *members[MOST_MEMBERS];  ///< null behind the last
    member_make *make;
} member_form;

/// An object of one kind.
typedef struct member_table {
    const char *name;  ///< "sphere"
    const member_form *forms;
    size_t form_count;
    const member *const *common;  ///< members that stand beside every form; null behind the last
} member_table;

enum { MOST_FOUND = 12 };

/// Which member of the object is which.
typedef struct member_match {
    const member_table *table;
    const member_form *form;
    const member *members[MOST_FOUND];  ///< those that are given
    const char *keys[MOST_FOUND];       ///< as they were written
    const json_t *values[MOST_FOUND];
    size_t count;
} member_match;

/// Finds the form that is meant, by the names alone. A key goes by its letters: case, `_` and `-` do not count. Else the error:
/// a member that the object does not take, one that is given twice, two that belong to different forms, one that is missing.
bool member_match_object(const json_t *object, const char *path, const member_table *table,
                         member_match *match, query_error *error);

/// Does the key name the member?
bool member_is(const member *m, const char *key);

/// What it takes, in words: "a vector", "a number of at least 0".
const char *member_type_words(member_type type);

/// "center, [rotation], half_extents; or min, max". What may be left out stands in brackets.
/// The value of the member in the object, by any of its names; null where it is not there.
const json_t *member_find(const json_t *object, const member *m);
/// Case, `_` and `-` do not count, in the names of members as in those of shapes and operations.
bool member_same_name(const char *name, const char *key);

void member_put_usage(buffer *t, const member_table *table);

/// A value of JSON as it was written, cut to a length that suits a message.
enum { MEMBER_SHOWN = 72 };
void member_show(const json_t *value, char text[MEMBER_SHOWN]);

#endif
