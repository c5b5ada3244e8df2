/* JupyterLite would end the front page's service worker, or take it for its own: it sees its own alone. */
if (navigator.serviceWorker) {
  const workers = navigator.serviceWorker, ask = workers.getRegistration.bind(workers), lite = new URL(".", document.currentScript.src).href;
  workers.getRegistrations = async () => [];
  workers.getRegistration = async () => {
    const own = await ask(lite);
    return own?.scope === lite ? own : undefined;
  };
}
