#define _GNU_SOURCE  // memfd_create
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "command/pattern.h"
#include "report/review.h"

// Any bytes as an ignore file, as a baseline and as a review: taken, or refused with a sentence that names the file. What an ignore file picks is the same in
// either order of a pair, and what a baseline holds is within the report's words.

static void require(bool condition)
{
    if (!condition) abort();
}

static void check_ignored(const char *path)
{
    pattern_pairs p = {0};
    tool_error error = {{0}};
    const bool fine = pattern_pairs_read(&p, path, &error);
    require(fine == (error.message[0] == '\0'));
    static const report_part parts[] = {
        {.name = "a", .path = "file/a"}, {.name = "b:c", .path = "file/b:c"}, {.name = "", .path = "*"}};
    if (fine) {
        require(pattern_pairs_bind(&p, parts, 3, &error));
        for (size_t i = 0; i < 3; ++i)
            for (size_t k = 0; k < 3; ++k)
                require(pattern_pairs_pick(&p, i, k) == pattern_pairs_pick(&p, k, i));
    }
    pattern_pairs_free(&p);
}

static void check_baseline(const char *path)
{
    baseline b;
    tool_error error = {{0}};
    const bool fine = baseline_read(&b, path, &error);
    require(fine == (error.message[0] == '\0'));
    for (size_t i = 0; fine && i < b.count; ++i) {
        const report_finding *f = &b.findings[i];
        require(f->distance >= 0 && f->depth >= 0 && f->name_a && f->name_b);
        require(f->kind != FLR_APART && f->status != REPORT_GONE && strlen(f->key) == REPORT_KEY_SIZE - 1);
    }
    baseline_free(&b);
}

/// What is written is read again as the same.
static void check_review(const uint8_t *data, size_t size)
{
    review r;
    tool_error error = {{0}};
    const bool fine = review_parse(&r, "input", (const char *)data, size, &error);
    require(fine == (error.message[0] == '\0'));
    if (!fine) return;
    baseline b;
    require(review_baseline(&r, &b, &error));
    report none = {0};
    require(review_apply(&r, &none, &error));
    buffer t = {0}, again = {0};
    review_list(&t, &r, REPORT_REVIEW_NONE);
    buffer_free(&t);
    t = (buffer){0};
    review_write(&t, &r);
    review second;
    require(!t.failed && review_parse(&second, "input", t.data, t.length, &error));
    review_write(&again, &second);
    require(!again.failed && strcmp(t.data, again.data) == 0);
    buffer_free(&t);
    buffer_free(&again);
    baseline_free(&b);
    review_free(&r);
    review_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    const int file = memfd_create("input", 0);
    require(file >= 0);
    require(write(file, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    check_ignored(path);
    check_baseline(path);
    if (size > 0) check_review(data, size);
    close(file);
    return 0;
}
