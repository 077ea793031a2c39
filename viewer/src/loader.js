// The script of the page stands in it deflated. It runs as an element of its own, which the policy
// of the page lets through by the hash of its text: nothing else can come out of the packing.
(async () => {
  const packed = document.getElementById("code");
  const bytes = Uint8Array.from(atob(packed.textContent), (c) => c.charCodeAt(0));
  packed.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const script = document.createElement("script");
  script.textContent = await new Response(stream).text();
  document.body.append(script);
})().catch((error) => {
  const text = `The page cannot be shown: ${error.message}. Open it in a browser of 2023 or later.`;
  document.getElementById("app").textContent = text;
  window.sarrus = { ready: false, error: text };
});
