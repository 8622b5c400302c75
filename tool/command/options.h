/// Command lines: a table of options is parsed, and listed in the help.
#ifndef TOOL_COMMAND_OPTIONS_H
#define TOOL_COMMAND_OPTIONS_H

#include "model.h"
#include "report/buffer.h"

typedef enum option_kind {
    OPTION_FLAG,    ///< target: bool
    OPTION_TEXT,    ///< target: const char *
    OPTION_CHOICE,  ///< target: const char *, one of `choices`
    OPTION_LENGTH,  ///< target: option_length; finite and at least 0, a unit may follow
    OPTION_COUNT,   ///< target: unsigned, from 1 to 1024
    OPTION_LIST     ///< target: option_list; may be given several times
} option_kind;

typedef struct option_length {
    double value;
    double metres;  ///< of the unit that was given with it; 0: that of the model
    bool given;
} option_length;

/// Strings of the command line; `items` has room for all of them.
typedef struct option_list {
    const char **items;
    size_t count;
} option_list;

typedef struct option {
    const char *name;  ///< without the dashes
    char letter;       ///< or '\0'
    option_kind kind;
    const char *value;    ///< what the help calls its value; null for a flag
    const char *choices;  ///< "text|json|csv" for OPTION_CHOICE
    const char *help;
    void *target;
} option;

/// Takes the options out of the arguments, wherever they stand; the rest are operands. "--" ends
/// the options; "--name=value", "--name value", "-n value" and "-nvalue" mean the same. The lists need
/// room for argc entries. An unknown option is an error that names it and the nearest known one.
bool options_parse(const option *options, size_t count, int argc, char **argv, option_list *operands,
                   tool_error *error);

/// "2", "2mm", "2 mm": false where it is no finite number of at least 0, or another unit.
bool options_read_length(const char *text, option_length *length);

/// The length in the unit of the model, of so many metres (0: not known); what was not given leaves `*value` as it is.
bool options_length(const option_length *length, const char *name, double metres_per_unit, double *value,
                    tool_error *error);

/// A line or two for each option, aligned.
void options_help(buffer *t, const option *options, size_t count);

/// The candidate that is closest to the word, if it is close enough to be meant; else null.
const char *options_nearest(const char *word, const char *const *candidates, size_t count);

#endif
