import { STORE_ALL } from '../../../sw/shell.ts';
import { after } from '../clock.ts';

const WORKER = '/sw.js';
/** Time after which browsers that do not tell count as idle. */
const IDLE_MS = 5_000;

/** Registers the service worker when the page has loaded, so that it competes with nothing. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else globalThis.addEventListener('load', register, { once: true });
  globalThis.addEventListener('parley-started', storeAllWhenIdle, { once: true });
}

/** Lets the worker store the parts of all views when the first one is there, so that they open without a network. */
function storeAllWhenIdle(): void {
  const ask = async (): Promise<void> => {
    const { active } = await navigator.serviceWorker.ready;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- workers have none
    active?.postMessage(STORE_ALL);
  };
  const start = (): void => void ask();
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start);
  else after(IDLE_MS, start);
}

function register(): void {
  const address = policyOf(globalThis as Page).createScriptURL('') as string;
  // Without a worker, as in a private window of some browsers, only the start without a network is missing.
  navigator.serviceWorker.register(address, { scope: '/', updateViaCache: 'none' }).catch(() => undefined);
}

type Policy = { readonly createScriptURL: (url: string) => unknown };

/** The part of the page's global object that the compiler does not know. */
type Page = {
  readonly trustedTypes?: {
    readonly createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy;
  };
};

/** The policy knows one address, whatever it is asked for. */
function policyOf(page: Page): Policy {
  const rules = { createScriptURL: () => WORKER };
  return page.trustedTypes?.createPolicy('parley-worker', rules) ?? rules;
}
