/* Says why the page cannot work where its modules are not even loaded. This is no module, so that it runs there. */
{
  const stage = location.protocol === "file:" ? "as_file" : self.origin === "null" ? "sandboxed" : "";
  if (stage) {
    document.getElementById("part").dataset.stage = stage;
    for (const node of document.querySelectorAll("[data-when]")) node.hidden = !node.dataset.when.split(" ").includes(stage);
  }
  const link = document.getElementById("own_tab");
  link.href = link.textContent = location.href;
}
