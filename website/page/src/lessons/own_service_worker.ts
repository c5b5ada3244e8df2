/* JupyterLite would end the service worker of the front page, or take it for its own. */
import { LITE } from "./lite";

/** Lets JupyterLite see its own service worker only. */
export function hideOtherServiceWorkers(): void {
  const { serviceWorker: workers } = navigator;
  if (!workers) return;
  const getRegistration = workers.getRegistration.bind(workers);
  workers.getRegistrations = async () => [];
  workers.getRegistration = async () => {
    const registration = await getRegistration(LITE);
    return registration?.scope === LITE ? registration : undefined;
  };
}
