/// Ctrl-C and its kin: noted, and looked at where work can stop cleanly.
#ifndef TOOL_COMMAND_INTERRUPT_H
#define TOOL_COMMAND_INTERRUPT_H

#include <stdbool.h>

/// From now on SIGINT and SIGTERM are noted. A second one of the same kind ends the process at once.
void interrupt_watch(void);

/// Has one come?
bool interrupt_asked(void);

/// Says on standard error that the work was interrupted; returns the exit status, 128 + the signal.
int interrupt_status(void);

/// Ends the process from here, without waiting for threads that still work.
_Noreturn void interrupt_leave(void);

#endif
