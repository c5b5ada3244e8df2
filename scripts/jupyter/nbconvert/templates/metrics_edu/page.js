{
  // Light or dark, as the browser is.
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = () => {
    document.body.dataset.jpThemeLight = String(!dark.matches);
    document.body.dataset.jpThemeName = dark.matches ? "JupyterLab Dark" : "JupyterLab Light";
  };
  dark.addEventListener("change", follow);
  follow();
}
{
  // A kernel ends soon after its page is gone: a page that comes back from sleep begins anew.
  document.addEventListener("visibilitychange", async () => {
    if (document.hidden) return;
    const { baseUrl, kernelId } = JSON.parse(document.getElementById("jupyter-config-data").textContent);
    if ((await fetch(`${baseUrl}api/kernels/${kernelId}`)).status === 404) location.reload();
  });
}
{
  // ipywidgets waits two seconds for a model, and then gives up without a last look: what came in the last tenth of them is
  // never shown. So look once more. (https://github.com/jupyter-widgets/ipywidgets/issues/4026, in ipywidgets 8.1.9. Its
  // classes are reached where Voila starts it: nothing else leads to them.)
  const lookOnceMore = async scope => {
    for (const { get } of Object.values(scope["@jupyter-widgets/base-manager"])) {
      const { prototype } = (await get())().ManagerBase, { get_model } = prototype;
      prototype.get_model = function (id) {
        return get_model.call(this, id).catch(error => this.has_model(id) ? get_model.call(this, id) : Promise.reject(error));
      };
    }
  };
  const started = ({ get, init }) => ({ get, init: async scope => { await init(scope); await lookOnceMore(scope); } });
  window._JUPYTERLAB = new Proxy({}, {
    set: (all, name, module) => Reflect.set(all, name, name === "@jupyter-widgets/jupyterlab-manager" ? started(module) : module),
  });
}
