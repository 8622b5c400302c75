// Compiled, not run, against the installed package: what is right has its type, what is wrong is an error.
import { load, FeelerError, type Feeler, type Grid3, type Hull3, type Manifold, type Meeting, type Mesh3, type Pose3, type RayHit3, type Shape2, type Shape3, type Touch, type Touching, type Vec2, type Vec3 } from "feeler";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(..._: Same<A, B> extends true ? [] : [never]): void {}

const f: Feeler = await load();
const pose: Pose3 = { position: [1, 2, 3], rotation: { w: 1, x: 0, y: 0, z: 0 } };
{
    using ball = f.sphere({ radius: 1 });
    using disc = f.circle({ radius: 1 });
    same<typeof ball, Shape3>();
    same<typeof disc, Shape2>();
    const d = f.distance3(ball, pose, ball, undefined);
    same<typeof d.pointA, Vec3>();
    same<ReturnType<Feeler["distance2"]>["pointA"], Vec2>();
    const hit = f.raycast3({ origin: new Float32Array(3), direction: { x: 1, y: 0, z: 0 } }, ball, pose);
    same<typeof hit, RayHit3 | null>();
    same<ReturnType<Feeler["sweep3"]>, (Touch<Vec3> & Touching) | null>();
    const mesh: Mesh3 = f.mesh3(new Float32Array(9), new Uint16Array([0, 1, 2]), { solid: false });
    const shape: Shape3 = mesh;
    const hull: Hull3 = f.hull3([[0, 0, 0]]);
    const m: Manifold<Vec3> = f.contact3(hull, shape, { margin: 0.1, cache: f.cache() });
    f.contact3(hull, pose, shape, pose, { faceBias: 0.1 });
    f.sweep3(ball, mesh, [1, 0, 0], { target: 1 });
    f.sweep3(ball, pose, mesh, pose, [1, 0, 0]);
    f.toi3(ball, { from: pose, to: pose }, mesh, {});
    f.raycastsInto3(f.alloc(Float64Array, 6), mesh, undefined, { t: f.alloc(Float64Array, 1), triangles: f.alloc(Uint32Array, 1) });
    same<ReturnType<typeof f.alloc<Uint8Array>>["array"], Uint8Array>();
    const words: string = m.points.map((p) => p.id.toFixed()).join(), code: string | undefined = new FeelerError("a", "b").argument;
    f.box2({ halfExtents: [1, 1], axis: [1, 0] });

    const level = f.list3([ball, { shape: mesh, pose }], { masks: new Uint32Array(2) }), first = f.raycastList3({ a: [0, 0, 0], b: [1, 1, 1] }, level, { mask: 1 });
    if (first) same<typeof first.shape, number>();
    same<ReturnType<typeof f.shape>, Shape2 | Shape3>();

    const grid: Grid3 = f.grid3(mesh, pose, { cells: 32, margin: 0.5 }), meeting = f.selfMeeting3(mesh, new Float64Array(9));
    same<typeof meeting, Meeting | null>();
    same<ReturnType<Feeler["gridDistance3"]>["gradient"], Vec3>();
    same<ReturnType<Feeler["sides3"]>, Int32Array>();
    f.gridDistancesInto3(f.alloc(Float64Array, 3), grid, { values: f.alloc(Float64Array, 1) });
    f.refitHeights3(mesh, { column: 0, row: 0, columns: 2, rows: 1 }, [0, 1]);
    for (const m of f.meetings3(mesh, null, mesh, [[0, 0, 0]])) if (m.features === "edge-edge") console.log(m.verticesA);

    // @ts-expect-error a grid is no mesh
    f.nearest3([0, 0, 0], grid);
    // @ts-expect-error sides are whole numbers
    f.sidesInto3(f.alloc(Float64Array, 3), mesh, undefined, { sides: f.alloc(Float64Array, 1) });
    // @ts-expect-error a list of space is none of the plane
    f.raycastList2({ a: [0, 0], b: [1, 1] }, level);
    // @ts-expect-error a shape of the plane is none of space
    f.distance3(ball, disc);
    // @ts-expect-error nor the other way round
    f.distance2(disc, ball);
    // @ts-expect-error one pose of two is missing
    f.distance3(ball, pose, ball);
    // @ts-expect-error a radius is needed
    f.sphere({ center: [0, 0, 0] });
    // @ts-expect-error shapes are no meshes
    f.nearest3([0, 0, 0], ball);
    // @ts-expect-error a hit may be none
    hit.t;
    // @ts-expect-error misspelt
    f.contact3(ball, ball, { margn: 1 });
    // @ts-expect-error of another type
    f.raycastsInto3(f.alloc(Float32Array, 6), mesh, undefined, { t: f.alloc(Float64Array, 1) });
    // @ts-expect-error an angle is of the plane
    f.bounds3(ball, { rotation: 1 });
    console.log(words, code);
}
