/** A view of space, by three.js; loaded when a scene needs it. Drag a shape to move it, the ground to look around. */

import type { Vec3, Vector } from "feeler";
import { AmbientLight, BoxGeometry, BufferAttribute, BufferGeometry, Color, DirectionalLight, DoubleSide, EdgesGeometry, Group, Line, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera, Plane, Raycaster, Scene as World, SphereGeometry, Vector2, Vector3, WebGLRenderer, type Material, type Object3D } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Solid } from "./outline";
import type { Acts, Handle, View } from "./plane";
import type { Mark } from "./story";

export interface SpaceBody { solids: Solid[]; role: string; index: number; place: (p: Vec3) => Vec3 }
export interface SpacePicture { bodies: SpaceBody[]; marks: Mark[]; handles: Handle[]; selected: number }

const vector = (p: Vector): Vector3 => new Vector3(p[0], p[1], p[2] ?? 0);

/** Without WebGL the text says what there is to see. */
export function spaceView(holder: HTMLElement, label: string, acts: Acts | null): Omit<View, "draw"> & { draw(picture: SpacePicture): void } {
    const renderer = new WebGLRenderer({ antialias: true, alpha: true });
    const canvas = renderer.domElement;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", label);
    holder.replaceChildren(canvas);
    const world = new World(), camera = new PerspectiveCamera(40, 1, 0.01, 1e6), things = new Group();
    camera.up.set(0, 0, 1);
    const light = new DirectionalLight(0xffffff, 2.2);
    camera.add(light);
    light.position.set(0.4, 0.8, 1);
    world.add(new AmbientLight(0xffffff, 1.3), camera, things);
    const controls = new OrbitControls(camera, canvas);
    let dot = 0.05, origin = new Vector3(), wanted = 0;

    const color = (role: string): Color => new Color(getComputedStyle(holder).getPropertyValue(`--${role}`).trim() || "#888");
    const geometry = (points: Vec3[], faces: number[][]): BufferGeometry => {
        const made = new BufferGeometry(), index = faces.flatMap((face) => face.slice(2).flatMap((_, i) => [face[0]!, face[i + 1]!, face[i + 2]!]));
        made.setAttribute("position", new BufferAttribute(new Float32Array(points.flatMap((p) => [p[0] - origin.x, p[1] - origin.y, p[2] - origin.z])), 3));
        made.setIndex(index);
        const flat = made.toNonIndexed();
        flat.computeVertexNormals();
        return flat;
    };
    const local = (p: Vector): Vector3 => vector(p).sub(origin);

    function body(b: SpaceBody, selected: boolean): void {
        for (const s of b.solids) {
            const points = s.points.map(b.place);
            if (!s.faces.length) {
                for (const p of points) ball(p, b.role, 1.3).userData.body = b.index;
                things.add(new Line(new BufferGeometry().setFromPoints(points.map(local)), new LineBasicMaterial({ color: color(b.role) })));
                continue;
            }
            const made = geometry(points, s.faces), ghost = b.role === "difference";
            const mesh = new Mesh(made, new MeshLambertMaterial({ color: color(b.role), transparent: true, opacity: ghost ? 0.22 : 0.62, side: DoubleSide, depthWrite: !ghost }));
            mesh.userData.body = b.index;
            things.add(mesh, new LineSegments(new EdgesGeometry(made, 20), new LineBasicMaterial({ color: color(selected ? "ink" : b.role) })));
        }
    }

    function ball(p: Vector, role: string, factor = 1): Mesh {
        const made = new Mesh(new SphereGeometry(dot * factor, 16, 12), new MeshBasicMaterial({ color: color(role), depthTest: false }));
        made.position.copy(local(p));
        made.renderOrder = 3;
        things.add(made);
        return made;
    }

    function mark(m: Mark): void {
        if (m.kind === "point") return void ball(m.at[0]!, m.role);
        if (m.kind === "box") {
            const low = local(m.at[0]!), size = local(m.at[1]!).sub(low), shape = new BoxGeometry(size.x, size.y, size.z), front = m.role !== "simplex";
            const edges = new LineSegments(new EdgesGeometry(shape), new LineBasicMaterial({ color: color(m.role), depthTest: !front, transparent: true, opacity: front ? 1 : 0.55 }));
            edges.position.copy(low.addScaledVector(size, 0.5));
            edges.renderOrder = 2;
            shape.dispose();
            things.add(edges);
            return;
        }
        if (m.kind === "area") {
            const [p, q, r, s] = m.at.map(vector) as [Vector3, Vector3, Vector3, Vector3?], flat = !s || m.at.length > 4
                || Math.abs(s.clone().sub(p).normalize().dot(q.clone().sub(p).cross(r.clone().sub(p)).normalize())) < 1e-9;
            const faces = !flat ? [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] : [m.at.map((_, i) => i)];
            const made = geometry(m.at as Vec3[], faces);
            const mesh = new Mesh(made, new MeshBasicMaterial({ color: color(m.role), transparent: true, opacity: 0.35, side: DoubleSide, depthWrite: false, depthTest: false }));
            mesh.renderOrder = 1;
            const edges = new LineSegments(new EdgesGeometry(made, 1), new LineBasicMaterial({ color: color(m.role) }));
            things.add(mesh, edges);
            return;
        }
        const made = new Line(new BufferGeometry().setFromPoints(m.at.map(local)), new LineBasicMaterial({ color: color(m.role), depthTest: false }));
        made.renderOrder = 2;
        things.add(made);
        if (m.kind === "arrow") ball(m.at[1]!, m.role, 0.7);
    }

    function clear(): void {
        things.traverse((thing) => {
            const t = thing as Object3D & { geometry?: BufferGeometry; material?: Material };
            t.geometry?.dispose();
            t.material?.dispose();
        });
        things.clear();
    }
    const render = () => {
        wanted ||= requestAnimationFrame(() => {
            wanted = 0;
            const { clientWidth: w, clientHeight: h } = holder;
            if (!w || !h) return;
            renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
            renderer.setSize(w, h);
            camera.aspect = w / h;
            camera.updateProjectionMatrix();
            renderer.render(world, camera);
        });
    };
    controls.addEventListener("change", render);
    const observer = new ResizeObserver(render);
    observer.observe(holder);

    const ray = new Raycaster();
    let handles: Handle[] = [], held: { body?: number; handle?: Handle; plane: Plane; last: Vector3 } | null = null;
    const aim = (event: PointerEvent) => {
        const box = canvas.getBoundingClientRect();
        ray.setFromCamera(new Vector2((event.clientX - box.left) / box.width * 2 - 1, 1 - (event.clientY - box.top) / box.height * 2), camera);
    };
    canvas.addEventListener("pointerdown", (event) => {
        if (!acts) return;
        aim(event);
        const hits = ray.intersectObjects(things.children, false), hit = hits.find((h) => h.object.userData.handle >= 0) ?? hits.find((h) => h.object.userData.body >= 0);
        if (!hit) return;
        controls.enabled = false;
        canvas.setPointerCapture(event.pointerId);
        const plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), hit.point);
        const { body: index, handle } = hit.object.userData;
        held = { body: index, handle: handles[handle], plane, last: hit.point.clone() };
        if (index >= 0) acts.select(index);
    }, true);
    canvas.addEventListener("pointermove", (event) => {
        if (!held) return;
        aim(event);
        const now = ray.ray.intersectPlane(held.plane, new Vector3());
        if (!now) return;
        const by = now.clone().sub(held.last), to = now.clone().add(origin);
        if (held.handle) held.handle.drag([to.x, to.y, to.z]);
        else acts!.move(held.body!, [by.x, by.y, by.z]);
        held.last = now;
    });
    const up = () => {
        if (held) acts!.done();
        held = null;
        controls.enabled = true;
    };
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);

    return {
        element: canvas,
        draw(picture) {
            clear();
            for (const b of picture.bodies) body(b, b.index === picture.selected && acts !== null);
            picture.marks.forEach(mark);
            handles = picture.handles;
            handles.forEach((handle, i) => { ball(handle.at, "ink", handle.small ? 0.8 : 1.2).userData.handle = i; });
            render();
        },
        zoom(factor) {
            camera.position.sub(controls.target).divideScalar(factor).add(controls.target);
            controls.update();
            render();
        },
        dispose() { observer.disconnect(); controls.dispose(); clear(); renderer.dispose(); canvas.remove(); },
        fit(points) {
            if (!points.length) return;
            const low = vector(points[0]!), high = low.clone();
            for (const p of points) { low.min(vector(p)); high.max(vector(p)); }
            origin = low.clone().add(high).multiplyScalar(0.5);  // single precision is drawn near it
            const radius = Math.max(high.distanceTo(low) / 2, 1e-9);
            dot = radius * 0.025;
            controls.target.set(0, 0, 0);
            camera.position.set(1.1, -2.1, 1.1).multiplyScalar(radius * 0.9 * Math.max(1, holder.clientHeight / (holder.clientWidth || 1)));
            camera.near = radius * 0.01;
            camera.far = radius * 100;
            controls.update();
            render();
        },
    };
}
