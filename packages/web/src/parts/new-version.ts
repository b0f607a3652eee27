import { t } from '../words/index.ts';
import { showToast } from './toast-store.ts';

/** Offers to reload when a part of the page cannot be loaded because the server has a newer client. */
export function watchForNewVersion(): void {
  globalThis.addEventListener('vite:preloadError', () => {
    void offerReload(() => undefined);
  });
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
