// The room that the mechanism stands in: light, shadow, ground.
import {
  ACESFilmicToneMapping, AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight,
  Group, HemisphereLight, LineBasicMaterial, LineSegments, Mesh, OrthographicCamera, PCFShadowMap,
  PerspectiveCamera, PlaneGeometry, Quaternion, Scene, ShadowMaterial, Vector2, Vector3, WebGLRenderer,
} from "three";

const Z = new Vector3(0, 0, 1);

// 1, 2 or 5 times a power of ten, at or below a length.
export function round(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  const times = length / power;
  return (times >= 5 ? 5 : times >= 2 ? 2 : 1) * power;
}

// Whether the browser draws by the processor, for lack of a graphics card.
function drawsSlowly() {
  const context = document.createElement("canvas").getContext("webgl2");
  const about = context?.getExtension("WEBGL_debug_renderer_info");
  const name = about ? String(context.getParameter(about.UNMASKED_RENDERER_WEBGL)) : "";
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class Stage {
  // former: a stage whose canvas and programs are used again.
  constructor(scene, holder, former = null) {
    this.holder = holder;
    // Of the picture [pixels]; 0 until the page has a place for it.
    [this.width, this.height] = [0, 0];
    this.size = scene.size;
    // Without a graphics card smooth edges cost most of the time: pictures at rest are drawn larger.
    this.slow = former ? former.slow : drawsSlowly();
    this.renderer = former?.renderer ?? new WebGLRenderer({ antialias: !this.slow, preserveDrawingBuffer: true });
    if (!former) this.renderer.setPixelRatio(this.slow ? 2 : Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.0;
    this.renderer.domElement.setAttribute("tabindex", "0");
    holder.prepend(this.renderer.domElement);
    this.scene = new Scene();
    this.perspective = new PerspectiveCamera(32, 1, scene.size * 0.01, scene.size * 60);
    this.orthographic = new OrthographicCamera(-1, 1, 1, -1, scene.size * 0.01, scene.size * 60);
    for (const camera of [this.perspective, this.orthographic]) camera.up.copy(Z);
    this.camera = this.perspective;
    // Half of the height that an orthographic picture shows.
    this.halfHeight = scene.size;
    // The world's axes, turned so that up is z of the picture.
    this.world = new Group();
    this.up = new Vector3().fromArray(scene.up);
    this.world.quaternion.copy(new Quaternion().setFromUnitVectors(this.up, Z));
    this.world.updateMatrixWorld(true);
    this.scene.add(this.world);
    this.addLight();
    this.floor = this.floorHeight(scene);
    this.addGround(scene);
    this.focus = new Vector3();
    this.changed = false;
  }

  addLight() {
    const s = this.size;
    this.scene.add(new HemisphereLight("#ffffff", "#c8ced6", 1.9));
    this.scene.add(new AmbientLight("#ffffff", 0.35));
    this.sun = new DirectionalLight("#fff8ee", 2.5);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 3;
    this.sun.shadow.normalBias = 0.0025 * s;
    this.sun.shadow.bias = -0.0002;
    const reach = 0.95 * s;
    Object.assign(this.sun.shadow.camera, {
      left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * s, far: 6 * s,
    });
    this.fill = new DirectionalLight("#dfe9ff", 0.7);
    this.scene.add(this.sun, this.sun.target, this.fill, this.fill.target);
  }

  // The lowest point of the mechanism, in the axes of the picture and from its middle.
  floorHeight(scene) {
    const middle = new Vector3().fromArray(scene.origin);
    const heights = scene.room.map((p) => new Vector3().fromArray(p).sub(middle).dot(this.up));
    return Math.min(...heights) - 6.5 * scene.radius;
  }

  addGround(scene) {
    this.ground = new Group();
    const s = this.size;
    this.step = round(s / 6);
    this.gridded = !scene.roads.length;
    const shade = new Mesh(new PlaneGeometry(2.6 * s, 2.6 * s), new ShadowMaterial({ opacity: 0.2 }));
    shade.receiveShadow = true;
    shade.position.z = -0.001 * s;
    this.ground.add(shade);
    this.shade = shade;
    this.ground.position.z = this.floor;
    this.ground.visible = !scene.roads.length;
    this.scene.add(this.ground);
  }

  setPalette(palette) {
    this.scene.background = new Color(palette.background);
    this.shade.material.opacity = palette.shadow;
    if (!this.gridded) return;
    if (this.grid) {
      this.ground.remove(this.grid);
      this.grid.geometry.dispose();
    }
    this.grid = grid(this.step, 2.8 * this.size, palette);
    this.ground.add(this.grid);
  }

  // Light and ground go where the mechanism is.
  moveTo(target) {
    this.focus.copy(target);
    const s = this.size;
    this.sun.position.set(0.9, -1.1, 2.4).normalize().multiplyScalar(2.6 * s).add(target);
    this.sun.target.position.copy(target);
    this.fill.position.set(-1.5, 0.6, 0.8).multiplyScalar(s).add(target);
    this.fill.target.position.copy(target);
    this.ground.position.x = Math.round(target.x / this.step) * this.step;
    this.ground.position.y = Math.round(target.y / this.step) * this.step;
    for (const light of [this.sun, this.fill]) light.target.updateMatrixWorld();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.holder;
    if (!width || !height || (width === this.width && height === this.height)) return false;
    this.setSize(width, height, true);
    return true;
  }

  // shown: whether the picture in the page has that size, too.
  setSize(width, height, shown) {
    this.width = width;
    this.height = height;
    // a new size of the canvas waits for all that is being drawn
    const size = this.renderer.getSize(new Vector2());
    if (size.x !== width || size.y !== height) this.renderer.setSize(width, height, shown);
    this.frame();
  }

  get aspect() {
    return this.height ? this.width / this.height : 1;
  }

  // Lets both cameras fill the picture.
  frame() {
    const { aspect } = this;
    const half = this.halfHeight;
    this.perspective.aspect = aspect;
    Object.assign(this.orthographic, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
    for (const camera of [this.perspective, this.orthographic]) camera.updateProjectionMatrix();
  }

  render() {
    this.renderer.render(this.scene, this.camera);
  }
}

// A square grid that fades into the background; every fifth line is stronger.
function grid(step, reach, palette) {
  const back = new Color(palette.background);
  const [weak, strong] = [new Color(palette.weak), new Color(palette.strong)];
  const n = Math.ceil(reach / step);
  const pieces = 8;
  const values = [];
  const colors = [];
  const put = (x, y, color) => {
    const fade = Math.min(Math.hypot(x, y) / reach, 1) ** 1.6;
    values.push(x, y, 0);
    colors.push(...color.clone().lerp(back, fade).toArray());
  };
  for (let k = -n; k <= n; k += 1) {
    const color = k % 5 === 0 ? strong : weak;
    for (let i = 0; i < pieces; i += 1) {
      const [a, b] = [i, i + 1].map((j) => reach * ((2 * j) / pieces - 1));
      put(k * step, a, color);
      put(k * step, b, color);
      put(a, k * step, color);
      put(b, k * step, color);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(values), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(colors), 3));
  return new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, toneMapped: false }));
}
