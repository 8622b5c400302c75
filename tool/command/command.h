/// The commands of `feeler`.
#ifndef TOOL_COMMAND_COMMAND_H
#define TOOL_COMMAND_COMMAND_H

#include "command/options.h"

enum {
    EXIT_NOTHING = 0,   ///< nothing found, or simply done
    EXIT_FINDINGS = 1,  ///< `check` found something
    EXIT_ERROR = 2,
    EXIT_INTERRUPTED = -1  ///< command_main() makes it 128 + the signal
};

typedef struct command {
    const char *name;
    const char *synopsis;  ///< what follows the name
    const char *summary;   ///< one line
    const char *details;   ///< what the help says below the options; may be ""
    int (*run)(const struct command *self, int argc, char **argv);
} command;

extern const command command_check, command_distance, command_info, command_query, command_review,
    command_help;

/// Runs what the command line asks for; returns the exit status.
int command_main(int argc, char **argv);

/// The command of that name, or null.
const command *command_find(const char *name);

/// The whole help of one command.
void command_put_help(buffer *t, const command *c, const option *options, size_t count);

/// Parses, and answers --help. Returns true where the command shall go on; else *status is what
/// it returns. `operands->items` and all OPTION_LIST targets need room for argc entries.
bool command_parse(const command *c, const option *options, size_t count, int argc, char **argv,
                   option_list *operands, const bool *help, int *status);

/// "feeler: error: ..." on standard error; returns EXIT_ERROR.
int command_error(const tool_error *error);

/// The same, and then how the command is used: of a command line that cannot be meant.
int command_misused(const command *c, const tool_error *error);

/// "feeler: note: ..." on standard error, unless quiet.
void command_note(bool quiet, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/// Writes to standard output, or to the file where `path` is not null. Returns EXIT_NOTHING or EXIT_ERROR.
int command_write(const buffer *content, const char *path);

#endif
