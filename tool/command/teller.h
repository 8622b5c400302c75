/// Commands that read files and tell one thing about them, as text or JSON: their options, and the way from the
/// command line to what is written.
#ifndef TOOL_COMMAND_TELLER_H
#define TOOL_COMMAND_TELLER_H

#include "command/assembly.h"
#include "command/command.h"

typedef struct teller {
    /// Are these operands enough, and not too many?
    bool (*accept)(const option_list *files, tool_error *error);
    /// May stop without a text where an interrupt is asked for. False where it fails.
    bool (*tell)(buffer *text, const assembly *a, const option_list *files, bool json, tool_error *error);
} teller;

/// The whole run of such a command; returns the exit status.
int teller_run(const command *self, int argc, char **argv, const teller *teller);

#endif
