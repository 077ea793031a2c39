// A body is pulled by the pointer: a spring from the point that was taken to the pointer, its force
// as an arrow with its size. A joint that a motor drives is turned by hand instead.
import { Plane, Raycaster, Vector2, Vector3 } from "three";
import { ArrowSet } from "../arrow_set.js";
import { el, number, shownUnit, unitText } from "../dom.js";
import { pointOf } from "../places.js";

// Pixels that a pointer may move and still be a click.
const CLICK = 4;
// How fast a driven joint follows the pointer: the part of the way that is left, a second.
const FOLLOW = 12;

export class Drag {
  constructor(machine, scene, view, clock) {
    Object.assign(this, { machine, scene, view, clock, held: null, on: true });
    this.origin = new Vector3().fromArray(scene.origin);
    this.arrows = new ArrowSet("acting", false, 1, view.arrows.width, 1, view.stage.world);
    this.arrows.setPalette?.(view.theme.palette);
    this.arrows.done();
    this.label = el("output", { class: "pull" });
    this.label.hidden = true;
    view.holder.append(this.label);
    // Before the camera and the choosing hear of it.
    view.holder.addEventListener("pointerdown", (event) => this.begin(event), true);
    this.move = (event) => this.follow(event);
    this.up = (event) => this.end(event);
  }

  begin(event) {
    // A second finger means the camera.
    if (this.held && !event.isPrimary) this.letGo();
    if (!this.on || event.button !== 0 || !event.isPrimary || event.target !== this.view.stage.renderer.domElement) return;
    const hit = this.hit(event);
    if (!hit) return;
    event.stopPropagation();
    event.preventDefault();
    this.held = { ...hit, pointer: event.pointerId, from: [event.clientX, event.clientY], moved: false, motor: this.motorOf(hit.body) };
    window.addEventListener("pointermove", this.move);
    window.addEventListener("pointerup", this.up);
    window.addEventListener("pointercancel", this.up);
    this.view.stage.renderer.domElement.focus?.({ preventScroll: true });
  }

  ray(event) {
    const box = this.view.stage.renderer.domElement.getBoundingClientRect();
    const at = new Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.view.stage.camera);
    return ray;
  }

  // The body under the pointer, and where it was taken, in its own axes.
  hit(event) {
    const { view, scene } = this;
    const meshes = view.batches.meshes.filter((mesh) => mesh.visible);
    for (const found of this.ray(event).intersectObjects(meshes, false)) {
      const { pick } = found.object.userData.parts[found.instanceId];
      if (!pick) continue;
      const joint = pick.kind === "joint" ? scene.joints[pick.index] : null;
      const body = pick.kind === "body" ? pick.index : joint ? joint.child || joint.parent : 0;
      if (!body) return null;
      const group = view.bodies[body];
      const local = view.stage.world.worldToLocal(found.point.clone()).sub(group.position)
        .applyQuaternion(group.quaternion.clone().invert());
      const plane = new Plane().setFromNormalAndCoplanarPoint(this.facing(), found.point);
      return { pick, body, local, plane, target: found.point.clone() };
    }
    return null;
  }

  // The normal of the plane in which the pointer moves: that of a planar mechanism, unless it is
  // seen from its edge, else the direction of the view.
  facing() {
    const { scene, view } = this;
    const seen = view.stage.camera.getWorldDirection(new Vector3()).negate();
    const axes = scene.joints.flatMap((joint, k) => {
      const { body, frame } = view.glyphs[k][1];
      return joint.type === "revolute" ? [frame.vector(body, [0, 0, 1])] : [];
    });
    if (!axes.length || scene.joints.some(({ type }) => type !== "revolute" && type !== "prismatic")) return seen;
    if (axes.some((axis) => Math.abs(axis.dot(axes[0])) < 0.9999)) return seen;
    const normal = axes[0].transformDirection(view.stage.world.matrixWorld);
    return Math.abs(normal.dot(seen)) > 0.2 ? normal : seen;
  }

  // The motor that holds a body to another, if there is one.
  motorOf(body) {
    for (const joint of this.scene.joints.filter(({ child }) => child === body)) {
      const motor = this.machine.motors.find(({ name }) => name.startsWith(`${joint.name}.`));
      if (motor) return { motor, joint, rate: motor.rate, turns: motor.unit === "rad/s" };
    }
    return null;
  }

  follow(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]) > CLICK) held.moved = true;
    if (!held.moved) return;
    this.ray(event).ray.intersectPlane(held.plane, held.target);
    const box = this.view.holder.getBoundingClientRect();
    held.at = [event.clientX - box.left, event.clientY - box.top];
    this.pull();
  }

  // The target in the axes of the mechanism.
  pull() {
    const { held, view } = this;
    const target = view.stage.world.worldToLocal(held.target.clone());
    if (held.motor) {
      this.turn(target);
      return;
    }
    target.add(this.origin);
    this.machine.drag(this.scene.bodies[held.body].name, held.local.toArray(), target.toArray());
  }

  // Turns or shifts a driven joint towards the target.
  turn(target) {
    const { held, view } = this;
    const { motor, joint, turns } = held.motor;
    const body = view.bodies[held.body];
    const frame = view.glyphs[this.scene.joints.indexOf(joint)][1].frame;
    const centre = frame.point(body);
    const axis = frame.vector(body, [0, 0, 1]).normalize();
    const arm = pointOf(body, held.local).sub(centre);
    const wanted = target.clone().sub(centre);
    let way = wanted.clone().sub(arm).dot(axis);
    if (turns) {
      arm.addScaledVector(axis, -arm.dot(axis));
      wanted.addScaledVector(axis, -wanted.dot(axis));
      way = Math.atan2(axis.dot(arm.clone().cross(wanted)), arm.dot(wanted));
    }
    this.machine.setMotor(motor.name, FOLLOW * way);
  }

  end(event) {
    const { held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    this.letGo();
    if (held.moved) event.preventDefault();
    else this.view.choose(held.pick);
  }

  // The pointer is free again: motors have their rates, nothing pulls.
  letGo() {
    const { held } = this;
    window.removeEventListener("pointermove", this.move);
    window.removeEventListener("pointerup", this.up);
    window.removeEventListener("pointercancel", this.up);
    this.held = null;
    this.label.hidden = true;
    if (!held.moved) return;
    if (held.motor) this.machine.setMotor(held.motor.motor.name, held.motor.rate);
    else this.machine.release();
    this.show();
  }

  // Once a frame: what stands moves while it is pulled.
  frame(seconds) {
    if (!this.held?.moved) return;
    if (this.held.motor) this.pull();
    if (!this.clock.playing) this.clock.run(Math.min(seconds, 0.05) * Math.min(this.clock.speed, 1));
    this.show();
  }

  show() {
    const { held, view, machine } = this;
    const pulled = held?.moved && !held.motor ? machine.dragForce : null;
    if (pulled) {
      force.fromArray(pulled);
      const from = pointOf(view.bodies[held.body], held.local);
      const scale = view.arrows.perForce * view.arrows.factor;
      const longest = 0.5 * this.scene.size;
      const most = longest / (force.length() || 1);
      this.arrows.set(0, from, force, scale > 0 ? Math.min(scale, most) : most);
      const [unit, factor] = shownUnit(this.scene, "N");
      this.label.textContent = `${number(factor * force.length(), 3)} ${unitText(unit)}`;
    }
    this.arrows.done();
    if (held?.moved && held.motor) {
      const q = machine.coordinate(held.motor.motor.name);
      const [unit, factor] = shownUnit(this.scene, "m");
      this.label.textContent = held.motor.turns ? `${(((((180 * q) / Math.PI) % 360) + 360) % 360).toFixed(1)}°` : `${number(factor * q, 4)} ${unitText(unit)}`;
    }
    this.label.hidden = !(held?.moved && held.at);
    if (held?.at) {
      const x = Math.min(held.at[0] + 14, view.stage.width - this.label.offsetWidth - 6);
      this.label.style.transform = `translate(${x}px, ${Math.max(held.at[1] - 26, 4)}px)`;
    }
    view.dirty = true;
  }

  setPalette(palette) {
    this.arrows.setPalette?.(palette);
  }
}

const force = new Vector3();
