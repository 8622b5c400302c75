/**
 * Questions and answers of `feeler query`. docs/query.md says what the members mean; names that are also taken there (`centre`,
 * `r`, ...) are left out here.
 */

export type Vec2 = [number, number];
export type Vec3 = [number, number, number];
/** Two numbers are a point of the plane, three one of space; all vectors of a question are of one kind. */
export type Vector = Vec2 | Vec3;

/** An angle in radians or `{degrees}` in the plane; in space a quaternion w, x, y, z, an axis with an angle, or Euler angles. */
export type Rotation = number | [number, number, number, number] | { degrees: number } | { radians: number }
    | { axis: Vec3; degrees: number } | { axis: Vec3; radians: number }
    | { order: string; degrees: Vec3 } | { order: string; radians: Vec3 };

/** Turned first, then moved. */
export interface Pose { position?: Vector; rotation?: Rotation }

/** The rounding is of convex shapes of space that end: all within it of the shape belongs to the shape. */
interface Placed { pose?: Pose; rounding?: number }
export interface PointShape extends Placed { shape: "point"; position: Vector }
export interface SegmentShape extends Placed { shape: "segment"; a: Vector; b: Vector }
export interface RayShape extends Placed { shape: "ray"; origin: Vector; direction: Vector }
export interface LineShape extends Placed { shape: "line"; origin: Vector; direction: Vector }
type PlaneMembers = { normal: Vector; offset: number } | { normal: Vector; point: Vector };
export type PlaneShape = Placed & { shape: "plane" } & PlaneMembers;
export type HalfspaceShape = Placed & { shape: "halfspace" } & PlaneMembers;
export interface CircleShape extends Placed { shape: "circle"; center: Vec2; radius: number }
export interface SphereShape extends Placed { shape: "sphere"; center: Vec3; radius: number }
export interface CapsuleShape extends Placed { shape: "capsule"; a: Vector; b: Vector; radius: number }
export type AabbShape = Placed & { shape: "aabb" }
    & ({ min: Vector; max: Vector } | { center: Vector; half_extents: Vector } | { center: Vector; size: Vector });
export type BoxShape = Placed & { shape: "box" }
    & (({ center: Vector; rotation?: Rotation; axes?: Vector[] } & ({ half_extents: Vector } | { size: Vector })) | { min: Vector; max: Vector });
export type CylinderShape = Placed & { shape: "cylinder"; radius: number } & ({ a: Vec3; b: Vec3 } | { center: Vec3; axis: Vec3; height: number });
export type EllipsoidShape = Placed & { shape: "ellipsoid"; center: Vec3; rotation?: Rotation; axes?: Vec3[] }
    & ({ radii: Vec3 } | { half_extents: Vec3 });
export type ConeShape = Placed & { shape: "cone"; radius: number } & ({ apex: Vec3; base: Vec3 } | { base: Vec3; axis: Vec3; height: number });
export type TriangleShape = Placed & { shape: "triangle" } & ({ a: Vector; b: Vector; c: Vector } | { vertices: Vector[] });
export type QuadShape = Placed & { shape: "quad" } & ({ a: Vec3; b: Vec3; c: Vec3; d: Vec3 } | { vertices: Vec3[] });
export type RectangleShape = Placed & { shape: "rectangle" }
    & ({ center: Vec3; axes: Vec3[]; half_extents: Vec2 } | { center: Vec3; axes: Vec3[]; size: Vec2 } | { a: Vec3; b: Vec3; c: Vec3 });
export interface ParallelogramShape extends Placed { shape: "parallelogram"; a: Vec3; b: Vec3; c: Vec3 }
export interface PolygonShape extends Placed { shape: "polygon"; vertices: Vector[] }
export type TetrahedronShape = Placed & { shape: "tetrahedron" } & ({ a: Vec3; b: Vec3; c: Vec3; d: Vec3 } | { vertices: Vec3[] });
/** The hull of the points; a radius rounds it. */
export interface ConvexShape extends Placed { shape: "convex"; points: Vector[]; radius?: number }
/** A file is one of those given to `addFile`. A solid mesh has no open edge. */
export type MeshShape = Placed & { shape: "mesh"; solid?: boolean } & ({ vertices: Vec3[]; triangles: Vec3[] } | { file: string });
/** A mesh over a grid: rows of heights, null where there is no ground. Cells are [column, row]; `first` is where it begins in a larger grid. */
export interface HeightFieldShape extends Placed {
    shape: "height_field"; heights: (number | null)[][]; spacing?: number | Vec2; first?: Vec2; diagonal?: "rising" | "falling" | "alternating";
    holes?: Vec2[]; turned?: Vec2[]; neighbors?: Vec2[];
}
/** The union of its shapes. */
export interface CompoundShape extends Placed { shape: "compound"; shapes: Shape[] }

export type Shape = PointShape | SegmentShape | RayShape | LineShape | PlaneShape | HalfspaceShape | CircleShape | SphereShape
    | CapsuleShape | AabbShape | BoxShape | CylinderShape | EllipsoidShape | ConeShape | TriangleShape | QuadShape | RectangleShape
    | ParallelogramShape | PolygonShape | TetrahedronShape | ConvexShape | MeshShape | HeightFieldShape | CompoundShape;

/** A shape that goes from one pose to another; without either it stands still. */
export type Moving = Shape & { from?: Pose; to?: Pose };

interface Asked<Op extends string> { op: Op; id?: unknown }
interface Pair { a: Shape; b: Shape }
export type OverlapQuestion = Asked<"overlap"> & Pair;
export type DistanceQuestion = Asked<"distance"> & Pair;
export type SignedDistanceQuestion = Asked<"signed_distance"> & Pair;
export type ContactQuestion = Asked<"contact"> & Pair & { margin?: number; face_bias?: number };
/** Shapes that are asked at once; one counts where its bits have one of the mask. */
interface Listed { shapes: Shape[]; masks?: number[]; mask?: number }
export type RaycastQuestion = Asked<"raycast"> & { ray: RayShape | SegmentShape | LineShape | Omit<RayShape, "shape">; max_t?: number }
    & ({ shape: Shape; steps?: boolean } | ({ shapes: Shape[]; all?: boolean } & Listed));
export type OverlapsQuestion = Asked<"overlaps"> & { shape: Shape; shapes: Shape[] } & Listed;
export type NearestQuestion = Asked<"nearest"> & { shape: Shape; shapes: Shape[]; max_distance?: number } & Listed;
export type NearQuestion = Asked<"near"> & { shape: Shape; mesh: MeshShape | HeightFieldShape; max_distance?: number; count?: number };
export type IntersectionQuestion = Asked<"intersection"> & { a: MeshShape | HeightFieldShape; b: MeshShape | HeightFieldShape };
export type ContainsQuestion = Asked<"contains"> & { shape: Shape; point: Vector };
export type ClassifyQuestion = Asked<"classify"> & { plane: PlaneShape | (Placed & PlaneMembers); shape: Shape };
export type IntersectPlanesQuestion = Asked<"intersect_planes"> & { planes: (PlaneShape | (Placed & PlaneMembers))[] };
export type BoundsQuestion = Asked<"bounds"> & { shape: Shape };
export type SweepQuestion = Asked<"sweep"> & { a: Shape; motion: Vector; target?: number }
    & ({ b: Shape; steps?: boolean } | ({ shapes: Shape[] } & Listed));
export type MotionQuestion = Asked<"motion"> & { a: Moving; b: Moving; tolerance?: number; target?: number; steps?: boolean };
/** A mesh that deforms and itself, or with `b` two of them; `end_a` is where its vertices go. */
export type MeetQuestion = Asked<"meet"> & { a: MeshShape; b?: MeshShape; end_a?: Vec3[]; end_b?: Vec3[]; tolerance?: number; target?: number; all?: boolean };
export type GridQuestion = Asked<"grid"> & { mesh: MeshShape | HeightFieldShape; points: Vec3[]; margin?: number } & ({ cell: number } | { cells: number });
export type GjkQuestion = Asked<"gjk"> & Pair;
export type SatQuestion = Asked<"sat"> & Pair & { face_bias?: number };
export type EpaQuestion = Asked<"epa"> & Pair;
export type ClipQuestion = Asked<"clip"> & Pair & { margin?: number; face_bias?: number };
export type MinkowskiQuestion = Asked<"minkowski"> & Pair;
export type DopQuestion = Asked<"dop"> & { shape: Shape; k: 4 | 8 | 6 | 14 | 18 | 26; other?: Shape; ray?: RaycastQuestion["ray"]; max_t?: number };

export type Question = OverlapQuestion | DistanceQuestion | SignedDistanceQuestion | ContactQuestion | RaycastQuestion | OverlapsQuestion | NearestQuestion | NearQuestion
    | IntersectionQuestion | ContainsQuestion | ClassifyQuestion | IntersectPlanesQuestion | BoundsQuestion | SweepQuestion | MotionQuestion | GjkQuestion
    | MeetQuestion | GridQuestion | SatQuestion | EpaQuestion | ClipQuestion | MinkowskiQuestion | DopQuestion;

/** `converged` is there, and false, where the value is the best known but was not proved. */
interface Answered { id: unknown; converged?: false }
export interface OverlapAnswer extends Answered { overlap: boolean }
/** The closest points are there where the distance is above 0. */
export interface DistanceAnswer extends Answered { distance: number; a?: Vector; b?: Vector }
/** Where `inseparable` is set nothing else is: no translation parts the two. */
export interface SignedDistanceAnswer extends Answered {
    inseparable?: true; signed_distance?: number; normal?: Vector; a?: Vector; b?: Vector; lower?: number; upper?: number;
}
/** In the plane convex shapes have in `a` and `b` the corners of the features that make the point. */
export interface ContactPoint { position: Vector; depth: number; id: number; a?: ContactPart; b?: ContactPart }
/** What made a point of a manifold: the child of a compound, the triangle of a mesh, the corners of the feature. */
export interface ContactPart { child?: number; triangle?: number; corners?: number[] }
export interface ContactManifold { normal?: Vector; points: (ContactPoint & { a: ContactPart; b: ContactPart })[] }
export interface ContactAnswer extends Answered {
    inseparable?: true; normal?: Vector; points: ContactPoint[];
    /** In space, of a mesh or compound: one for each normal and each shape. */
    manifolds?: ContactManifold[];
}
export interface RayHit {
    t?: number; point?: Vector; normal?: Vector; edge?: number; triangle?: number; barycentric?: Vec3; child?: number;
    /** Of a list: the number of the shape. */
    shape?: number;
}
/** A box of a mesh's tree that a ray opens or passes by, or a triangle that it tests, and the nearest hit so far. */
export type TreeStep = { box: number; nearest?: number; nearest_t?: number }
    & ({ event: "opened" | "missed" | "farther"; parent: number; level: number; leaf: boolean; min: Vec3; max: Vec3; enter?: number }
        | { event: "triangle"; triangle: number; hit: boolean; t?: number });
/** `hits` are there where all were asked for, `steps` of a mesh where they were. */
export interface RaycastAnswer extends Answered, RayHit { hit: boolean; hits?: RayHit[]; steps?: TreeStep[] }
export interface OverlapsAnswer extends Answered { overlap: boolean; shapes: number[] }
export interface NearestAnswer extends Answered { found: boolean; shape?: number; distance?: number; a?: Vector; b?: Vector }
/** The nearest first. */
export interface NearAnswer extends Answered { triangles: { triangle: number; distance: number; a: Vec3; b: Vec3 }[] }
/** `triangles` has those of a and b for each piece from one point to the next, of a closed line also for the one back to the first. */
export interface IntersectionLine { closed: boolean; length: number; points: Vec3[]; triangles: [number, number][] }
/** The volume, its surface and its middle are those of two closed meshes. */
export interface IntersectionAnswer extends Answered { volume?: number; area?: number; centroid?: Vec3; length: number; lines: IntersectionLine[] }
export interface ContainsAnswer extends Answered { contains: boolean }
export interface ClassifyAnswer extends Answered { side: "front" | "back" | "crosses" }
export interface IntersectPlanesAnswer extends Answered { parallel?: true; point?: Vector; line?: { origin: Vec3; direction: Vec3 } }
export interface BoundsAnswer extends Answered { min: Vector; max: Vector }
/** The gap between the two at a time, and the time before which they do not touch. */
export interface SweepStep {
    t: number; gap: number; a: Vector; b: Vector; normal: Vector; closing: number; next?: number; end?: "touch" | "parts" | "passed" | "limit";
}
/** `steps` are there where they were asked for. */
export interface SweepAnswer extends Answered {
    hit: boolean; t?: number; point?: Vector; normal?: Vector; a?: ContactPart; b?: ContactPart; steps?: SweepStep[];
    /** Of a list. */
    shape?: number;
}
export interface MotionAnswer extends Answered { hit: boolean; t?: number; a?: ContactPart; b?: ContactPart; steps?: SweepStep[] }
/** One vertex, two of an edge or three of a face, by their numbers, that meet. No point and normal where they touch at the start. */
export interface MeetHit { converged?: false; t?: number; a?: number[]; b?: number[]; point?: Vec3; normal?: Vec3 }
/** `hits` are there where all were asked for, in order of `t`; else the first one's members. */
export interface MeetAnswer extends Answered, MeetHit { converged?: false; hit: boolean; hits?: MeetHit[] }
/** `corners` counts those along x, y and z; a true distance is within the `error` of its `value`. */
export interface GridAnswer extends Answered {
    signed: boolean; min: Vec3; max: Vec3; cell: number; corners: Vec3; largest_error: number;
    samples: { value: number; gradient: Vec3; error: number; outside?: true }[];
}
/** One step of GJK: points of a - b without radii, and where the search goes next. The last step has `end`. */
export interface GjkStep {
    simplex: Vector[]; weights: number[]; closest: Vector; direction: Vector; corners_a?: number[]; corners_b?: number[];
    a: Vector; b: Vector; end?: "repeated_support" | "no_progress" | "contained" | "touching" | "limit";
}
export interface GjkAnswer extends Answered { distance: number; a?: Vector; b?: Vector; steps: GjkStep[] }

/** An axis that was tried: the gap along it, or minus the overlap. */
export interface SatAxis {
    kind: "face_a" | "face_b" | "edges"; axis: Vector; separation: number; a: Vector; b: Vector; corner_a: number; corner_b: number; better: boolean;
    edge_a?: [number, number]; edge_b?: [number, number]; face?: number; corners?: number[];
}
export interface SatAnswer extends Answered { separation: number; axis: Vector; chosen: number; axes: SatAxis[]; edge_pairs?: number }
/** A point of a - b, and what it is the difference of; no corners of cylinders and cones. */
export interface DifferencePoint { point: Vector; a: Vector; b: Vector; corner_a?: number; corner_b?: number }
/** The polytope before it grows. In the plane its vertices stand in order around, in space `faces` are triples of them. */
export interface EpaStep {
    vertices: DifferencePoint[]; faces?: [number, number, number][]; nearest?: number; normal?: Vector; distance?: number;
    support?: DifferencePoint; reach?: number; lower?: number; upper?: number; seen?: number[]; horizon?: [number, number][];
    end?: "turned" | "bounds_met" | "confirmed" | "flat" | "limit";
}
export interface EpaAnswer extends SignedDistanceAnswer { steps: EpaStep[] }
/** What faces the other shape along the normal; the normal is that of a face. */
export interface ClipFeature { points: Vector[]; corners?: number[]; normal?: Vector }
/** A point on the incident feature. */
export interface ClipPoint { position: Vector; depth: number; id?: number }
/** What is left after a cut, and what went; the features come first, without points. */
export interface ClipStep {
    stage: "features" | "incident" | "depth" | "side" | "tip" | "drop" | "merge" | "spread" | "join";
    a?: ClipFeature; b?: ClipFeature; reference?: "a" | "b"; side?: number; normal?: Vector; offset?: number; points?: ClipPoint[]; dropped?: ClipPoint[];
}
export interface ClipAnswer extends ContactAnswer { steps: ClipStep[] }
/** The hull of all differences of a point of a and one of b; the radius is that of both together. */
export interface MinkowskiAnswer extends Answered {
    dimension: number; vertices: DifferencePoint[]; faces?: number[][]; radius?: number;
}
/** The least and largest product with each direction; the rest where it was asked for. */
export interface DopAnswer extends Answered {
    directions: Vector[]; low: number[]; high: number[]; overlap?: boolean; other?: { low: number[]; high: number[] };
    hit?: boolean; t?: number; t_exit?: number;
}

export interface Answers {
    overlap: OverlapAnswer; distance: DistanceAnswer; signed_distance: SignedDistanceAnswer; contact: ContactAnswer;
    raycast: RaycastAnswer; overlaps: OverlapsAnswer; nearest: NearestAnswer; near: NearAnswer; intersection: IntersectionAnswer; contains: ContainsAnswer; classify: ClassifyAnswer; intersect_planes: IntersectPlanesAnswer;
    bounds: BoundsAnswer; sweep: SweepAnswer; motion: MotionAnswer; meet: MeetAnswer; grid: GridAnswer; gjk: GjkAnswer;
    sat: SatAnswer; epa: EpaAnswer; clip: ClipAnswer; minkowski: MinkowskiAnswer; dop: DopAnswer;
}
export type AnswerTo<Q extends { op: keyof Answers }> = Answers[Q["op"]];
