/// Questions from where they come to where the answers go.
#ifndef TOOL_QUERY_STREAM_H
#define TOOL_QUERY_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Ends of a conversation. `read` may wait for more, and returns how many bytes it got, 0 at the end, below 0 where
/// it failed. `write` takes all or returns false.
typedef struct stream {
    ptrdiff_t (*read)(void *user, char *bytes, size_t room);
    bool (*write)(void *user, const char *bytes, size_t count);
    void *user;
    size_t max_line;  ///< longest question that is answered, in bytes
} stream;

typedef enum stream_result {
    STREAM_ANSWERED,  ///< every question
    STREAM_ERRORS,    ///< some question was answered with an error
    STREAM_NOT_READ,
    STREAM_NOT_WRITTEN,
    STREAM_OUT_OF_MEMORY
} stream_result;

/// Answers all questions: a JSON object each, on one line or over several. Before it waits for input it writes what it has, so whoever
/// waits for an answer gets it. Holds one question and its answer at a time, and never more than max_line bytes of a question.
stream_result query_stream(const stream *s);

#endif
