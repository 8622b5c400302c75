/** Lists of many shapes that stand still, as a level or a building: the first on a ray, what overlaps, what is nearest, what is met. */

import type { Pose2, Pose3, Vec2Like, Vec3Like } from "./direct.js";
import { wrongType } from "./error.js";
import { List2, List3, type Shape2, type Shape3 } from "./handle.js";
import * as at from "./layout.js";
import { Many } from "./many.js";
import type { Path2, RayHit2 } from "./plane.js";
import type { Vec2, Vec3 } from "./query.js";
import type { DistanceBounds, Path3, RayHit3, SweepOptions, Touch, Touching } from "./space.js";

/** Shapes count that have one of these bits in the masks of the list. */
export interface Masked { readonly mask?: number }
/** The number of the shape in the list. */
export interface Listed { shape: number }

export class Lists extends Many {
    #made(compound: Shape2 | Shape3, masks: ArrayLike<number> | undefined, count: number): number {
        let bits = 0;
        try {
            if (masks) {
                if (masks.length !== count) throw wrongType("masks", `a number for each of ${count} shapes`, masks);
                bits = this.instance.allocate(4 * count);
                new Uint32Array(this.c.memory.buffer, bits, count).set(masks);
            }
            return this.made(this.c.feeler_list!(this.address(compound, "shapes"), bits), "list");
        } finally {
            this.c.feeler_release(bits);
            compound.free();
        }
    }
    /** One shape or more, each under a pose or none, with bits if masks are asked for. It keeps what it needs of them. */
    list3(shapes: readonly (Shape3 | { readonly shape: Shape3; readonly pose?: Pose3 })[], options: { readonly masks?: ArrayLike<number> } = {}): List3 {
        return new List3(this.instance, this.#made(this.compound3(shapes), options.masks, shapes.length), shapes.length);
    }
    list2(shapes: readonly (Shape2 | { readonly shape: Shape2; readonly pose?: Pose2 })[], options: { readonly masks?: ArrayLike<number> } = {}): List2 {
        return new List2(this.instance, this.#made(this.compound2(shapes), options.masks, shapes.length), shapes.length);
    }
    #list(list: List2 | List3, kind: typeof List2 | typeof List3): number {
        if (!(list instanceof kind)) throw wrongType("list", kind === List3 ? "a list of space" : "a list of the plane", list);
        return this.address(list, "list");
    }

    /** The first shape that the path hits; null where none is. */
    raycastList3(path: Path3, list: List3, options: Masked = {}): (RayHit3 & Listed) | null {
        this.putPath3(path);
        this.proved(this.c.feeler_raycast_list!(this.#list(list, List3), options.mask ?? -1), "path, list");
        const hit = this.hit3();
        return hit && { ...hit, shape: this.count };
    }
    raycastList2(path: Path2, list: List2, options: Masked = {}): (RayHit2 & Listed) | null {
        this.putPath2(path);
        this.proved(this.c.feeler_raycast_list!(this.#list(list, List2), options.mask ?? -1), "path, list");
        const hit = this.hit2();
        return hit && { ...hit, shape: this.count };
    }

    /** The numbers of the shapes that a shape overlaps. */
    overlapsList3(shape: Shape3, pose: Pose3 | undefined, list: List3, options: Masked = {}): Uint32Array {
        this.pose3(0, pose, "pose");
        return this.#overlaps(this.shape3(shape, "shape"), this.#list(list, List3), options);
    }
    overlapsList2(shape: Shape2, pose: Pose2 | undefined, list: List2, options: Masked = {}): Uint32Array {
        this.pose2(0, pose, "pose");
        return this.#overlaps(this.shape2(shape, "shape"), this.#list(list, List2), options);
    }
    #overlaps(shape: number, list: number, options: Masked): Uint32Array {
        this.proved(this.c.feeler_overlaps_list!(shape, list, options.mask ?? -1), "shape, list");
        return new Uint32Array(this.c.memory.buffer, this.i32[this.call + at.call.flags >> 2]!, this.count).slice();
    }

    /** The nearest shape of the list; null where none is within maxDistance. */
    nearestList3(shape: Shape3, pose: Pose3 | undefined, list: List3, options: Masked & { readonly maxDistance?: number } = {}): (DistanceBounds<Vec3> & Listed) | null {
        this.limit(0, options.maxDistance);
        this.pose3(0, pose, "pose");
        const r = this.bounds3Of(at.distance3, this.proved(this.c.feeler_nearest_list!(this.shape3(shape, "shape"), this.#list(list, List3), options.mask ?? -1), "shape, list"));
        return r.beyond ? null : { ...r, shape: this.count };
    }
    nearestList2(shape: Shape2, pose: Pose2 | undefined, list: List2, options: Masked & { readonly maxDistance?: number } = {}): (DistanceBounds<Vec2> & Listed) | null {
        this.limit(0, options.maxDistance);
        this.pose2(0, pose, "pose");
        const r = this.bounds2Of(at.distance2, this.proved(this.c.feeler_nearest_list!(this.shape2(shape, "shape"), this.#list(list, List2), options.mask ?? -1), "shape, list"));
        return r.beyond ? null : { ...r, shape: this.count };
    }

    /** What a shape that moves straight touches first; null: nothing. */
    sweepList3(shape: Shape3, pose: Pose3 | undefined, motion: Vec3Like, list: List3, options: Masked & SweepOptions = {}): (Touch<Vec3> & Touching & Listed) | null {
        this.put3(this.in(0), motion, "motion");
        this.option(3, options.target, "target");
        this.pose3(0, pose, "pose");
        const touch = this.touch3(this.proved(this.c.feeler_sweep_list!(this.shape3(shape, "shape"), this.#list(list, List3), options.mask ?? -1), "shape, list"));
        return touch && { ...touch, shape: this.count };
    }
    sweepList2(shape: Shape2, pose: Pose2 | undefined, motion: Vec2Like, list: List2, options: Masked & SweepOptions = {}): (Touch<Vec2> & Listed) | null {
        this.put2(this.in(0), motion, "motion");
        this.option(3, options.target, "target");
        this.pose2(0, pose, "pose");
        const touch = this.touch2(this.proved(this.c.feeler_sweep_list!(this.shape2(shape, "shape"), this.#list(list, List2), options.mask ?? -1), "shape, list"));
        return touch && { ...touch, shape: this.count };
    }
}
