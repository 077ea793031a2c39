// One view after another on the same canvas: of a mechanism that is being changed.

// Shows what the former view showed: the same side, plots, names and arrows.
export function resumeView(view, former) {
  view.cameras.resume(former.cameras);
  view.labels.visible = former.labels.visible;
  if (former.labels.axes) view.toggleAxes(true);
  if (former.clear) view.toggleClear(true);
  Object.assign(view.arrows.on, former.arrows.on);
  view.arrows.factor = former.arrows.factor;
  view.traces.visible = former.traces.visible;
  view.plots.resume(former.plots);
  view.update();
}

// Lets go of all that the graphics card and the window hold for a view; its canvas is another's now.
// Materials stay: with the last of them a program would go that the next view needs.
export function endView(view) {
  view.ended.abort();
  view.theme.listeners = view.theme.listeners.filter((one) => one !== view.listener);
  view.cameras.controls.dispose();
  for (const card of view.plots.cards) card.chart?.destroy();
  view.stage.scene.traverse((one) => {
    one.geometry?.dispose();
    for (const geometry of [one.userData.fine, one.userData.coarse]) geometry?.dispose();
    if (one.isInstancedMesh || one.isLight) one.dispose();
  });
}
