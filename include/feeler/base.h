/// Feeler: what every other header needs: the number type, status codes, memory.
#ifndef FEELER_BASE_H
#define FEELER_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define FLR_EXTERN_C_BEGIN extern "C" {
#define FLR_EXTERN_C_END }
#else
#define FLR_EXTERN_C_BEGIN
#define FLR_EXTERN_C_END
#endif

#if defined(_WIN32) && defined(FEELER_SHARED)
#ifdef FEELER_BUILDING
#define FLR_API __declspec(dllexport)
#else
#define FLR_API __declspec(dllimport)
#endif
#elif defined(__GNUC__)
#define FLR_API __attribute__((visibility("default")))
#else
#define FLR_API
#endif

FLR_EXTERN_C_BEGIN

#define FLR_VERSION_MAJOR 0
#define FLR_VERSION_MINOR 1
#define FLR_VERSION_PATCH 0
#define FLR_VERSION_STRING "0.1.0"

/// The number type of every coordinate. double, or float where the library was built with
/// FEELER_REAL=float; the user of a float library defines FEELER_REAL_FLOAT before including.
///
/// Where errors are told, an ulp (a unit in the last place) of a size is 2^-52 of it, in float 2^-23, and a rounding is half an
/// ulp. A normal or axis that is unit is so within 8 roundings.
#ifdef FEELER_REAL_FLOAT
typedef float flr_real;
#define flr_real_anchor flr_real_is_float
#else
typedef double flr_real;
#define flr_real_anchor flr_real_is_double
#endif

/// Defined by the library under the name of its own number type, and referred to by every
/// object file that includes this header: headers of one precision with the library of the
/// other fail at link time instead of at run time.
FLR_API extern const char flr_real_anchor;
#if defined(__GNUC__)
__attribute__((used)) static const char *const flr_real_check = &flr_real_anchor;
#endif

/// "Could not" as distinct from "no". A function that returns a status has written its result
/// only if the status is FLR_OK, unless its own comment says more.
typedef enum flr_status {
    FLR_OK = 0,
    FLR_INVALID_ARGUMENT,  ///< a null pointer, a tolerance that is negative or not finite, a count that cannot be
    FLR_INVALID_SHAPE,  ///< a shape without meaning: an index out of range, a singular pose
    FLR_NOT_FINITE,     ///< a NaN or an infinity where a number was needed
    FLR_OUT_OF_MEMORY,  ///< the allocator returned null; everything was released
    FLR_TOO_LARGE,      ///< more elements than the 32-bit indices of a mesh can name
    FLR_NOT_CONVERGED,  ///< an iteration reached its limit; the result is a bound, not a value
    FLR_UNBOUNDED,      ///< the shape has no bounds
    FLR_CANCELLED,      ///< the caller's callback asked to stop
    FLR_SELF_CROSSING   ///< an outline two edges of which cross
} flr_status;

/// The name of a status in words, for messages. Never null.
FLR_API const char *flr_status_string(flr_status status);

/// The version of the library that is linked, as "major.minor.patch".
FLR_API const char *flr_version(void);

/// Where memory comes from. A null pointer in place of an allocator means malloc and free.
/// `allocate` returns memory aligned for any type, or null; `release` is given the size that
/// was asked for. Only building (mesh, hull, pairs) allocates; a query never does. What is built keeps a copy: `user` must outlive it.
typedef struct flr_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} flr_allocator;

/// Threads of the caller's, lent for building: the library starts none of its own. `run` calls
/// task(argument, i) once for every i below count, in any order and at the same time where it likes, and returns when
/// all have ended; it may be called from within a task. A loop in the calling thread will do. What is built
/// is the same to the last bit whichever threads build it.
typedef struct flr_parallel {
    void (*run)(void *user, size_t count, void (*task)(void *argument, size_t index), void *argument);
    void *user;
} flr_parallel;

FLR_EXTERN_C_END
#endif
