/* The service worker of the site. */
import { ROOT } from "./root";

/** Lets the service worker store the files. A private window or a frame allows none. */
export function registerServiceWorker(): void {
  const script = new URL("sw.js", ROOT);
  navigator.serviceWorker?.register(script, { scope: ROOT.pathname }).catch(() => {});
}
