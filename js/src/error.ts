/** The one class of errors. */

/**
 * There is no answer. `code` is a word of docs/query.md ("invalid_shape", "not_finite", "unbounded", "out_of_memory", "too_large",
 * "not_converged", "wrong_type", ...) or "freed", `message` says what was expected, `argument` which argument or member is at fault,
 * where that is known.
 */
export class FeelerError extends Error {
    override readonly name = "FeelerError";
    constructor(readonly code: string, message: string, readonly argument?: string) { super(message); }
}

const codes = ["ok", "invalid_shape", "invalid_shape", "not_finite", "out_of_memory", "too_large", "not_converged", "unbounded", "failed", "invalid_shape"];
const expected = ["", "expected shapes and options with a meaning", "expected shapes with a meaning", "expected sizes, distances and answers within the range of numbers",
    "out of memory", "expected fewer corners or triangles", "the answer was not proved", "expected a bounded shape", "it was stopped", "expected an outline that does not cross itself"];
/** The statuses of the C library that are not errors everywhere. */
export const NOT_CONVERGED = 6;

/** A status of the C library as an error. */
export function errorOf(status: number, where: string, argument?: string): FeelerError {
    return new FeelerError(codes[status] ?? "failed", `${where}: ${expected[status] ?? `status ${status}`}`, argument);
}

/** What was given is not what it should be. */
export function wrongType(argument: string, wanted: string, found: unknown): FeelerError {
    const shown = found === undefined ? "nothing" : typeof found === "object" ? found === null ? "null" : Array.isArray(found) ? "an array" : `a ${found.constructor?.name ?? "object"}` : String(found);
    return new FeelerError("wrong_type", `${argument}: expected ${wanted}, found ${shown}`, argument);
}
