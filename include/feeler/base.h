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
#define FLR_VERSION_MINOR 2
#define FLR_VERSION_PATCH 0
#define FLR_VERSION_STRING "0.2.0"

/// The type of coordinates: double, or float in a library built with FEELER_REAL=float, whose users define
/// FEELER_REAL_FLOAT. Errors are in eps, the unit roundoff (2^-53, in float 2^-24), or ulp, 2 eps of a size.
#ifdef FEELER_REAL_FLOAT
///
typedef float flr_real;
#define flr_real_anchor flr_real_is_float
#else
typedef double flr_real;
#define flr_real_anchor flr_real_is_double
#endif

/// Headers of one precision do not link with the other.
FLR_API extern const char flr_real_anchor;
#if defined(__GNUC__)
__attribute__((used)) static const char *const flr_real_check = &flr_real_anchor;
#endif

/// Why there is no answer. Results are written only with FLR_OK, unless said otherwise.
typedef enum flr_status {
    FLR_OK = 0,
    FLR_INVALID_ARGUMENT,  ///< null pointer, bad option or count
    FLR_INVALID_SHAPE,     ///< index out of range, singular pose, zero normal, ...
    FLR_NOT_FINITE,        ///< NaN, infinity or overflow
    FLR_OUT_OF_MEMORY,     ///< everything was released
    FLR_TOO_LARGE,         ///< too many elements for 32-bit indices
    FLR_NOT_CONVERGED,     ///< the result is a bound, see the function
    FLR_UNBOUNDED,         ///< no bounds
    FLR_CANCELLED,         ///< by the callback
    FLR_SELF_CROSSING      ///< two edges of an outline cross
} flr_status;

/// Where a point lies.
typedef enum flr_side { FLR_OUTSIDE = -1, FLR_BOUNDARY = 0, FLR_INSIDE = 1 } flr_side;

/// For messages; never null.
FLR_API const char *flr_status_string(flr_status status);

/// "major.minor.patch" of the linked library.
FLR_API const char *flr_version(void);

/// Memory for building meshes, hulls and pairs; null means malloc and free. Queries never allocate. Memory is
/// aligned for any type; `release` gets its size. `user` outlives what is built.
typedef struct flr_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory, size_t size);
    void *user;
} flr_allocator;

/// The caller's threads: `run` calls task(argument, i) once per i < count, in any order or at once, then
/// returns. Tasks may nest.
typedef struct flr_parallel {
    void (*run)(void *user, size_t count, void (*task)(void *argument, size_t index), void *argument);
    void *user;
} flr_parallel;

FLR_EXTERN_C_END
#endif
