import { showToast } from '../parts/toast-store.ts';
import { failureText } from '../words/failure-text.ts';

/** Waits for a change; a refusal becomes a toast. The result tells whether it succeeded. */
export async function attempt(change: Promise<unknown>): Promise<boolean> {
  try {
    await change;
    return true;
  } catch (error) {
    showToast({ text: failureText(error) });
    return false;
  }
}
