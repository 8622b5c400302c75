/// Runs the command `feeler` as a shell would, in a folder of its own.
#ifndef TESTS_TOOL_RUN_COMMAND_H
#define TESTS_TOOL_RUN_COMMAND_H

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct ran {
    int status;  ///< exit status, or -1 where a signal ended it
    char *out, *err;
} ran;

/// Every file as one string; ends the test program where it cannot be read.
static inline char *read_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    size_t length = 0, capacity = 1 << 16;
    char *data = malloc(capacity + 1);
    for (size_t count; data && (count = fread(data + length, 1, capacity - length, file)) > 0;) {
        length += count;
        if (length == capacity) data = realloc(data, (capacity *= 2) + 1);
    }
    fclose(file);
    if (!data) exit(1);
    data[length] = '\0';
    return data;
}

/// A new folder that the test program then works in; everything in it goes with leave_folder().
static char test_folder[64];

static inline int enter_folder(void **state)
{
    (void)state;
    strcpy(test_folder, "/tmp/feeler-test-XXXXXX");
    return !mkdtemp(test_folder) || chdir(test_folder) != 0;
}

static inline size_t files_in_folder(void)
{
    size_t count = 0;
    DIR *folder = opendir(".");
    for (struct dirent *entry; folder && (entry = readdir(folder));) count += entry->d_name[0] != '.';
    if (folder) closedir(folder);
    return count;
}

static inline int leave_folder(void **state)
{
    (void)state;
    DIR *folder = opendir(".");
    for (struct dirent *entry; folder && (entry = readdir(folder));) unlink(entry->d_name);
    if (folder) closedir(folder);
    return chdir("/") != 0 || rmdir(test_folder) != 0;
}

/// Starts the command with the arguments (a null one ends them); its output goes to .out and .err.
static inline pid_t start_feeler(const char *const *arguments)
{
    const char *argv[64] = {FEELER_COMMAND};
    for (int i = 0; arguments[i] && i < 62; ++i) argv[i + 1] = arguments[i];
    pid_t child = fork();
    if (child != 0) return child;
    int out = open(".out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int err = open(".err", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    signal(SIGINT, SIG_DFL);
    if (out < 0 || err < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(125);
    execv(FEELER_COMMAND, (char *const *)argv);
    _exit(126);
}

static inline ran end_feeler(pid_t child)
{
    ran r = {.status = -1};
    int status = 0;
    if (waitpid(child, &status, 0) == child && WIFEXITED(status)) r.status = WEXITSTATUS(status);
    r.out = read_whole(".out");
    r.err = read_whole(".err");
    return r;
}

#define run_feeler(...) end_feeler(start_feeler((const char *const[]){__VA_ARGS__, NULL}))

static inline void ran_free(ran *r)
{
    free(r->out);
    free(r->err);
}

static inline void write_whole(const char *path, const char *content)
{
    FILE *file = fopen(path, "wb");
    if (!file || fputs(content, file) < 0 || fclose(file) != 0) exit(1);
}

/// An axis-parallel box as an object of an OBJ file; *vertices counts those written so far.
static inline void put_box(FILE *file, int *vertices, const char *name, const double low[3],
                           const double high[3])
{
    static const int quads[6][4] = {{1, 3, 4, 2}, {5, 6, 8, 7}, {1, 2, 6, 5},
                                    {3, 7, 8, 4}, {1, 5, 7, 3}, {2, 4, 8, 6}};
    fprintf(file, "o %s\n", name);
    for (int i = 0; i < 8; ++i) {
        fprintf(file, "v %.17g %.17g %.17g\n", i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1],
                i & 4 ? high[2] : low[2]);
    }
    for (int q = 0; q < 6; ++q) {
        fprintf(file, "f %d %d %d %d\n", quads[q][0] + *vertices, quads[q][1] + *vertices,
                quads[q][2] + *vertices, quads[q][3] + *vertices);
    }
    *vertices += 8;
}

typedef struct named_box {
    const char *name;
    double low[3], high[3];
} named_box;

static inline void write_boxes(const char *path, const named_box *boxes, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (!file) exit(1);
    int vertices = 0;
    for (size_t i = 0; i < count; ++i) put_box(file, &vertices, boxes[i].name, boxes[i].low, boxes[i].high);
    if (fclose(file) != 0) exit(1);
}

/// A small machine with one finding of each kind at --clearance 0.25: arm and post clash 0.5 deep, the pin is
/// contained in the post, the post stands on the base, the lid hovers 0.125 above the post.
static const named_box machine[] = {{"base", {0, 0, 0}, {10, 10, 1}},
                                    {"post", {4, 4, 1}, {6, 6, 5}},
                                    {"arm", {5.5, 4.25, 3}, {9, 5.75, 4.5}},
                                    {"lid", {3, 3, 5.125}, {7, 7, 6}},
                                    {"pin", {4.5, 4.5, 1.5}, {5, 5, 2}}};
#define MACHINE_COUNT (sizeof machine / sizeof *machine)

#endif
