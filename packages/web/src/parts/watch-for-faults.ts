import { now } from '../data/clock.ts';
import { t } from '../words/index.ts';
import { showToast } from './toast-store.ts';

/** Faults that follow each other are told once. */
const QUIET_MS = 60_000;

/** Says that a part of the page failed; the console has the exception. */
export function watchForFaults(): void {
  let last = -Infinity;
  globalThis.addEventListener('error', ({ error }) => {
    // Notes of the browser, such as that of a late ResizeObserver, have no exception.
    if (!(error instanceof Error) || now() - last < QUIET_MS) return;
    last = now();
    showToast({
      text: t('A part of this page failed. Reload the page if something looks wrong.'),
      action: {
        label: t('Reload'),
        run: () => {
          globalThis.location.reload();
        },
      },
    });
  });
}
