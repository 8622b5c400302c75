/// Ctrl-C and its kin: noted, and looked at where work can stop cleanly; what does not stop soon is ended.
#ifndef TOOL_COMMAND_INTERRUPT_H
#define TOOL_COMMAND_INTERRUPT_H

#include <stdbool.h>

/// From now on SIGINT and SIGTERM are noted. Where the process has not ended a third of a second after the first, a thread of its own removes the
/// files of interrupt_file() and ends it.
void interrupt_watch(void);

/// Has one come?
bool interrupt_asked(void);

/// Says on standard error that the work was interrupted; returns the exit status, 128 + the signal.
int interrupt_status(void);

/// A file that must not stay where the process is ended; at most two at a time, each until interrupt_file_done(). The name is not
/// copied.
void interrupt_file(const char *path);
void interrupt_file_done(const char *path);

/// Between these the process is not ended: files are moved to their places, all or none.
void interrupt_hold(void);
void interrupt_release(void);

#endif
