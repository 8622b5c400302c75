// The same questions to Feeler, directly and through JSON, to Rapier and to three-mesh-bvh. Every entry asks CASES scenes once and
// returns a number made of the answers.

export const CASES = 256;

/** Numbers from -1 to 1, the same in every run. */
export function numbers(seed) {
    let x = seed;
    return () => (x = x * 48271 % 2147483647) / 1073741823.5 - 1;
}
function quaternion(next) {
    const q = [next(), next(), next(), next()], k = Math.hypot(...q) || 1;
    return q.map((x) => x / k);
}
const xyz = ([x, y, z]) => ({ x, y, z });

/** A wavy sheet: 2 n n triangles. */
function terrain(n) {
    const vertices = [], triangles = [];
    for (let i = 0; i <= n; i++) for (let k = 0; k <= n; k++) vertices.push(i / n * 20 - 10, Math.sin(i / n * 12) * Math.cos(k / n * 9), k / n * 20 - 10);
    for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) { const a = i * (n + 1) + k; triangles.push(a, a + 1, a + n + 1, a + n + 1, a + 1, a + n + 2); }
    return { vertices: new Float32Array(vertices), triangles: new Uint32Array(triangles) };
}

export function questions({ feeler: f, rapier: R, three: T, bvh: B }) {
    const next = numbers(7), poses = Array.from({ length: CASES }, () => ({ position: [next() * 3 + 6.5, next() * 2, next() * 2], rotation: quaternion(next) }));
    const touching = poses.map((p) => ({ ...p, position: [1.4 + next() * 0.3, next() * 0.5, next() * 0.5] }));
    const ball = Array.from({ length: 64 }, () => { const q = quaternion(next), k = 1 / (Math.hypot(q[0], q[1], q[2]) || 1); return [q[0] * k, q[1] * k, q[2] * k]; });
    const rays = Array.from({ length: CASES }, () => ({ origin: [next() * 8, 5 + next(), next() * 8], direction: [next(), -2, next()] }));
    const points = rays.map((r) => r.origin), flat = rays.flatMap((r) => [...r.origin, ...r.direction]), land = terrain(200);

    const box = f.box3({ halfExtents: [1, 0.8, 0.6] }), hull = f.hull3(ball), mesh = f.mesh3(land.vertices, land.triangles), home = {};
    const boxText = { shape: "box", center: [0, 0, 0], half_extents: [1, 0.8, 0.6] }, hullText = { shape: "convex", points: ball };
    const block = f.alloc(Float64Array, flat.length), t = f.alloc(Float64Array, CASES);
    block.array.set(flat);
    const sum = (count, one) => { let all = 0; for (let i = 0; i < count; i++) all += one(i); return all; };

    const world = new R.World({ x: 0, y: 0, z: 0 }), collider = (d) => world.createCollider(d);
    const boxes = [collider(R.ColliderDesc.cuboid(1, 0.8, 0.6)), collider(R.ColliderDesc.cuboid(1, 0.8, 0.6))], hulls = [0, 1].map(() => collider(R.ColliderDesc.convexHull(new Float32Array(ball.flat()))));
    const ground = collider(R.ColliderDesc.trimesh(land.vertices, land.triangles)), places = (list) => list.map((p) => [xyz(p.position), { w: p.rotation[0], x: p.rotation[1], y: p.rotation[2], z: p.rotation[3] }]);
    const apart = places(poses), near = places(touching), rapierRays = rays.map((r) => new R.Ray(xyz(r.origin), xyz(r.direction)));
    const moved = (c, [p, q]) => { c.setTranslation(p); c.setRotation(q); return c; };
    const geometry = new T.BufferGeometry();
    geometry.setAttribute("position", new T.BufferAttribute(land.vertices, 3));
    geometry.setIndex(new T.BufferAttribute(land.triangles, 1));
    const tree = new B.MeshBVH(geometry), threeRays = rays.map((r) => new T.Ray(new T.Vector3(...r.origin), new T.Vector3(...r.direction).normalize())), threePoints = points.map((p) => new T.Vector3(...p));

    const json = (op, a, list, count, value) => sum(count, (i) => value(f.query({ op, a, b: { ...a, pose: list[i] } })));
    return [
        ["two boxes, distance", {
            feeler: () => sum(CASES, (i) => f.distance3(box, home, box, poses[i]).distance),
            query: () => json("distance", boxText, poses, CASES, (r) => r.distance),
            rapier: () => sum(CASES, (i) => boxes[0].contactCollider(moved(boxes[1], apart[i]), 100).distance),
        }],
        ["two boxes, contact", {
            feeler: () => sum(CASES, (i) => f.contact3(box, home, box, touching[i]).points.length),
            query: () => json("contact", boxText, touching, CASES, (r) => r.points.length),
            rapier: () => sum(CASES, (i) => boxes[0].contactCollider(moved(boxes[1], near[i]), 0)?.distance ?? 0),
        }],
        ["two hulls of 64 corners, distance", {
            feeler: () => sum(CASES, (i) => f.distance3(hull, home, hull, poses[i]).distance),
            query: () => json("distance", hullText, poses, CASES, (r) => r.distance),
            rapier: () => sum(CASES, (i) => hulls[0].contactCollider(moved(hulls[1], apart[i]), 100).distance),
        }],
        ["two hulls, shape cast", {
            feeler: () => sum(CASES, (i) => f.sweep3(hull, home, hull, poses[i], [8, 0, 0])?.t ?? 0),
            query: () => sum(CASES, (i) => f.query({ op: "sweep", a: hullText, b: { ...hullText, pose: poses[i] }, motion: [8, 0, 0] }).t ?? 0),
            rapier: () => sum(CASES, (i) => hulls[0].castCollider({ x: 8, y: 0, z: 0 }, moved(hulls[1], apart[i]), { x: 0, y: 0, z: 0 }, 0, 1, true)?.time_of_impact ?? 0),
        }],
        ["ray at 80,000 triangles", {
            feeler: () => sum(CASES, (i) => f.raycast3(rays[i], mesh)?.t ?? 0),
            rapier: () => sum(CASES, (i) => { const hit = ground.castRayAndGetNormal(rapierRays[i], 1e6, true); return hit ? hit.timeOfImpact : 0; }),
            bvh: () => sum(CASES, (i) => tree.raycastFirst(threeRays[i], T.DoubleSide)?.distance ?? 0),
        }],
        ["the same in one batch", {
            feeler: () => { f.raycastsInto3(block, mesh, undefined, { t }); return t.array.reduce((all, x) => all + (x === Infinity ? 0 : x), 0); },
        }],
        ["nearest of 80,000 triangles", {
            feeler: () => sum(CASES, (i) => f.nearest3(points[i], mesh).distance),
            rapier: () => sum(CASES, (i) => { const p = ground.projectPoint(xyz(points[i]), false).point; return Math.hypot(p.x - points[i][0], p.y - points[i][1], p.z - points[i][2]); }),
            bvh: () => sum(CASES, (i) => tree.closestPointToPoint(threePoints[i]).distance),
        }],
    ];
}

/** Calls a second, the best of some rounds that alternate. */
export function measure(all, rounds = 25, milliseconds = 20) {
    return all.map(([name, who]) => {
        const best = {}, sums = {};
        for (let round = 0; round < rounds; round++) for (const [id, ask] of Object.entries(who)) {
            let runs = 0;
            const start = performance.now();
            do { sums[id] = ask(); runs++; } while (performance.now() - start < milliseconds);
            best[id] = Math.max(best[id] ?? 0, runs * CASES / (performance.now() - start) * 1000);
        }
        return [name, best, sums];
    });
}
