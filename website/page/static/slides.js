/* metrics_edu; built by "npm run build"; sources sha256:491451c1e466500a9af0dcfe4001f23802074c08a6203e477eda608aff0db2e7 */
// website/page/src/front_page/slides.ts
async function copyLink(button) {
  const link = button.previousElementSibling;
  const status = button.nextElementSibling;
  const copied = await navigator.clipboard?.writeText(link.href).then(
    () => button.dataset.copied,
    () => void 0
  );
  status.textContent = copied ?? link.href;
}
for (const button of document.querySelectorAll("button[data-copied]")) {
  button.onclick = () => copyLink(button);
}
