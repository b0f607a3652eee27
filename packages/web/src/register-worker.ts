const WORKER = '/sw.js';

/** Registers the service worker when the page has loaded, so that it competes with nothing. */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') register();
  else globalThis.addEventListener('load', register, { once: true });
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
