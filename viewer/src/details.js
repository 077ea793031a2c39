// What is known of a body, joint, force element or frame at the time that is shown.
import { Vector3 } from "three";
import { number, shownUnit, unitText } from "./dom.js";
import { pointOf } from "./places.js";
import { rowAt } from "./motion.js";

const AXES = ["x", "y", "z"];

export class Details {
  constructor(scene, bodies, arrows) {
    this.scene = scene;
    this.bodies = bodies;
    this.arrows = arrows;
    this.origin = new Vector3().fromArray(scene.origin);
    this.lines = scene.channels.reduce((sum, channel) => sum + channel.components.length, 0);
  }

  // A number, or several, of an SI unit as text in the unit that is shown.
  text(values, unit) {
    const [shown, factor] = shownUnit(this.scene, unit);
    return `${[values].flat().map((x) => number(factor * x, 4)).join(", ")} ${unitText(shown)}`.trim();
  }

  // The same in pieces [text, mark], so that what is not unique is marked by component.
  parts(values, unit, unique) {
    const [shown, factor] = shownUnit(this.scene, unit);
    const pieces = values.flatMap((x, k) => [[k ? ", " : "", ""], [number(factor * x, 4), unique[k] ? "" : "open"]]);
    return [...pieces, [` ${unitText(shown)}`, ""]];
  }

  // Title, note, rows and the point that can be traced or followed.
  of({ kind, index }, at) {
    return this[kind](index, at);
  }

  // A place in the world, without digits that the motion does not have.
  world(body, at) {
    const step = 10 ** Math.floor(Math.log10(1e-6 * this.scene.size));
    const place = pointOf(this.bodies[body], new Vector3().fromArray(at)).add(this.origin);
    return place.toArray().map((x) => Math.round(x / step) * step);
  }

  body(index) {
    const body = this.scene.bodies[index];
    const I = body.inertia ?? [];
    const rows = [
      ["Mass", this.text(body.mass, "kg")],
      ["Centre of mass", this.text(body.com ?? [0, 0, 0], "m")],
      ["Inertia xx, yy, zz", this.text([I[0], I[4], I[8]], "kg m^2")],
      ["Position", this.text(this.world(index, [0, 0, 0]), "m")],
    ];
    return { title: body.name, note: "body", rows, body: index, at: body.com ?? [0, 0, 0] };
  }

  joint(index, at) {
    const joint = this.scene.joints[index];
    const names = [joint.parent, joint.child].map((k) => this.scene.bodies[k].name);
    const reaction = this.clean(this.arrows.load("reactions", index, at));
    const effort = this.clean(this.arrows.load("efforts", index, at));
    const rows = [["Between", names.join(" and ")], ["Position", this.text(this.world(joint.child, joint.onChild.at), "m")]];
    for (const [name, value] of joint.parameters) rows.push([name, number(value)]);
    rows.push(...this.coordinates(joint, at));
    const known = { title: joint.name, note: joint.type, rows, body: joint.child, at: joint.onChild.at };
    if (!this.scene.arrays.reactions) return known;
    rows.push(["Reaction force", this.parts(reaction.force, "N", joint.unique[0])]);
    rows.push(["Reaction moment", this.parts(reaction.moment, "N m", joint.unique[1])]);
    const [force, moment] = ["force", "moment"].map((part) => Math.hypot(...effort[part]));
    if (force > 0) rows.push(["Drive and joint forces", this.text(effort.force, "N")]);
    if (moment > 0) rows.push(["Drive and joint moments", this.text(effort.moment, "N m")]);
    const loose = joint.unique.map((u) => AXES.filter((_, k) => !u[k]));
    if (loose.some((axes) => axes.length)) {
      const words = ["force", "moment"].flatMap((part, k) => (loose[k].length ? [`${part} ${loose[k].join(", ")}`] : []));
      rows.push(["Not unique", `${words.join("; ")} (minimum-norm values shown; loops ${joint.because.join(", ")})`, "open"]);
    }
    rows.push(["Axes", "of the joint, on the child (a shows them)"]);
    return known;
  }

  // Loads without what is nothing beside the largest of the mechanism.
  clean(load) {
    const most = (part) => 1e-8 * Math.max(...["reactions", "efforts"].map((k) => this.scene.largest[`${k}.${part}`] ?? 0));
    const kept = (part) => load[part].map((x) => (Math.abs(x) > most(part) ? x : 0));
    return { force: kept("force"), moment: kept("moment") };
  }

  coordinates(joint, at) {
    const rows = [];
    for (const [name] of joint.coordinates) {
      const channel = this.scene.channels.find((c) => c.name === `${joint.name}.${name}` && c.kind === "joint");
      if (channel) rows.push([name, `${number(this.value(channel.line, at))} ${unitText(channel.units[0])}`]);
    }
    return rows;
  }

  value(line, at) {
    const values = this.scene.arrays.channels;
    const count = values.length / this.lines;
    const first = values[line * count + at.frame];
    if (!(at.part > 0)) return first;
    return first + at.part * (values[line * count + at.frame + 1] - first);
  }

  force(index, at) {
    const force = this.scene.forces[index];
    const rows = force.data.map(([name, text, unit]) => [name.replaceAll("_", " "), `${text} ${unitText(unit)}`.trim()]);
    this.scene.acting.forEach((acting, k) => {
      if (acting.element !== force.name) return;
      const values = rowAt(this.scene.arrays.acting, 3 * this.scene.acting.length, at, 3 * k, 3, []);
      rows.push([`Force on ${this.scene.bodies[acting.body].name}`, this.text(values, "N")]);
    });
    return { title: force.name, note: force.type.replaceAll("_", " "), rows, body: null, at: null };
  }

  frame(index) {
    const frame = this.scene.frames[index];
    const rows = [
      ["On", this.scene.bodies[frame.body].name],
      ["In the body", this.text(frame.at, "m")],
      ["Position", this.text(this.world(frame.body, frame.at), "m")],
    ];
    return { title: frame.name, note: "frame", rows, body: frame.body, at: frame.at };
  }
}
