/* metrics_edu; built by "npm run build"; sources sha256:f3bc38d55939f7a007e3d304f49e417d81c4bbd5d6a8ede6dc3fdc3d3b84fc9c */
// website/page/src/front_page/clipboard.ts
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

// website/page/src/front_page/slides.ts
async function copyLink(button) {
  const link = button.previousElementSibling;
  const status = button.nextElementSibling;
  status.textContent = await copyText(link.href) ? button.dataset.copied ?? "" : link.href;
}
for (const button of document.querySelectorAll("button[data-copied]")) {
  button.onclick = () => copyLink(button);
}
