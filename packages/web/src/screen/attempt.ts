import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';

/** Waits for a change; a refusal becomes a toast. The result tells whether it succeeded. */
export async function attempt(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    showToast({ text: error instanceof Error ? error.message : t('Something went wrong.') });
    return false;
  }
}
