import { now } from '../data/clock.ts';
import { t } from '../words/index.ts';
import { showToast } from './toast-store.ts';

const HOUR_MS = 3_600_000;

/**
 * Offers to reload when the server has a newer client: when a part of the page cannot be loaded, and when a user returns
 * to a page that was not checked for an hour.
 */
export function watchForNewVersion(): void {
  let checkedAt = now();
  globalThis.addEventListener('vite:preloadError', offerNewVersion);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || now() - checkedAt < HOUR_MS) return;
    checkedAt = now();
    offerNewVersion();
  });
}

/** Offers to reload if the server has a newer client, as after its return. */
export function offerNewVersion(): void {
  void offerReload(() => undefined);
}

/** Says why a part that the user asked for is missing. */
export function explainMissingPart(): void {
  void offerReload(() => {
    showToast({ text: t('This could not be loaded. Check your connection and try again.') });
  });
}

async function offerReload(otherwise: () => void): Promise<void> {
  if (!(await isNewer())) {
    otherwise();
    return;
  }
  showToast({
    text: t('A new version is here.'),
    action: {
      label: t('Reload'),
      run: () => {
        globalThis.location.reload();
      },
    },
  });
}

/** Whether the server's page names another script than this page; false if it cannot be asked. */
async function isNewer(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
  if (own === undefined || own === null) return false;
  try {
    const response = await fetch('/', { cache: 'no-cache' });
    return response.ok && !(await response.text()).includes(own);
  } catch {
    return false;
  }
}
