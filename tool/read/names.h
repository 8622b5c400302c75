/// Names out of files, made fit to be shown, sorted and compared.
#ifndef TOOL_READ_NAMES_H
#define TOOL_READ_NAMES_H

#include <stddef.h>

/// Longer ones are cut and end in an ellipsis: the names of a hostile file would otherwise multiply
/// along a deep tree.
enum { NAMES_LONGEST_NAME = 256, NAMES_LONGEST_PATH = 2048 };

/// A copy without blanks at its ends, with control and text-direction characters written as \x1b
/// and \u202e, and each byte that is no UTF-8 replaced by U+FFFD; cut at the end to `longest`
/// bytes. Null when out of memory.
char *names_clean(const char *text, size_t length, size_t longest);

/// Replaces, in place, every byte of a control character or of broken UTF-8 by a question mark.
void names_make_printable(char *text);

#endif
