/** Feeler: collision detection and proximity, the C library compiled to WebAssembly. */

import { FeelerError } from "./error.js";
import { Shape2, Shape3, type Mesh3 } from "./handle.js";
import { Lists } from "./lists.js";
import { compile, type Source } from "./module.js";
import type { AnswerTo, CircleShape, ConeShape, CylinderShape, EllipsoidShape, HeightFieldShape, MeshShape, ParallelogramShape, QuadShape, Question, RectangleShape, Shape, SphereShape, TetrahedronShape, Vec3 } from "./query.js";

export * from "./query.js";
export { FeelerError } from "./error.js";
export { Block, Cache, Grid3, Hull3, List2, List3, Mesh3, Shape2, Shape3, type GridInfo, type HullInfo, type MeshInfo, type NumberArray } from "./handle.js";
export type { Pair2, Pair3, Pose2, Pose3, QuaternionLike, Vec2Like, Vec3Like } from "./direct.js";
export type * from "./plane.js";
export type * from "./space.js";
export type { Masked } from "./lists.js";
export { Scene2, Scene3, type GridBlocks, type GridDistances, type NearestBlocks, type NearestPoints, type RayBlocks, type RayHits, type RayOptions, type SceneContacts } from "./many.js";
export { compile, type Source } from "./module.js";

type OnlyOfSpace = SphereShape | CylinderShape | ConeShape | EllipsoidShape | QuadShape | RectangleShape | ParallelogramShape | TetrahedronShape;

/**
 * An instance of the library. Instances share nothing; each worker has its own. Shapes and questions come as methods; names and meaning are those of the C library. `query` takes and gives objects as `feeler query` does.
 */
export class Feeler extends Lists {
    /**
     * Answers one question of `feeler query` (docs/query.md). Throws a FeelerError where the command would answer an error.
     * The operation gives the type of the answer.
     */
    query<Q extends Question>(question: Q): AnswerTo<Q> {
        const answer = JSON.parse(this.queryText(JSON.stringify(question)));
        if (answer.error) throw new FeelerError(answer.error.code, answer.error.message);
        return answer;
    }

    /** Answers any number of questions in a text as `feeler query` does, byte for byte: a line each, errors included. */
    queryText(questions: string): string { return this.instance.call("feeler_query", questions); }

    /** The JSON Schema of a question, as a text. */
    schema(): string { return this.instance.text(this.instance.c.feeler_schema()); }

    /**
     * A shape as questions write it, in any of their ways, files too, for the direct calls. Where it has a pose it stands there, in
     * world; without one it is for poses to place.
     */
    shape(shape: MeshShape | HeightFieldShape): Mesh3;
    shape(shape: OnlyOfSpace): Shape3;
    shape(shape: CircleShape): Shape2;
    shape(shape: Shape): Shape2 | Shape3;
    shape(shape: Shape): Shape2 | Shape3 {
        const made = JSON.parse(this.instance.call("feeler_read_shape", JSON.stringify(shape))) as { kind: string; dimension: number; error?: { code: string; message: string } };
        if (made.error) throw new FeelerError(made.error.code, made.error.message, "shape");
        if (made.kind === "mesh" || made.kind === "height_field") return this.meshAt(this.count);
        return new (made.dimension === 2 ? Shape2 : Shape3)(this.instance, this.count, made.kind);
    }

    /** Gives the readers a file (OBJ, STL, PLY, OFF, glTF, GLB), for `{shape: "mesh", file: name}`. The bytes are not copied. */
    addFile(name: string, bytes: Uint8Array): void { this.instance.files.add(name, bytes); }

    /** All parts of a file that was given, as the questions see it: one mesh. For drawing. */
    readMesh(name: string): { points: Vec3[]; faces: Vec3[] } {
        return JSON.parse(this.instance.call("feeler_mesh", name), (_key, value) => {
            if (value?.error) throw new FeelerError("bad_file", value.error);
            return value;
        });
    }

    /** Forgets a file; false where there was none of that name. */
    removeFile(name: string): boolean { return this.instance.files.remove(name); }
}

/**
 * Compiles feeler.wasm and makes an instance. Without a source it is taken from beside this file: fetched in a browser or
 * worker, read in node; bundlers that know `new URL(..., import.meta.url)` put it along.
 */
export async function load(source?: Source): Promise<Feeler> { return new Feeler(await compile(source)); }
