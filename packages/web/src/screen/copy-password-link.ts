import { createPasswordLink } from '../data/session/password-link.ts';
import { showToast } from '../parts/toast-store.ts';
import { failureText } from '../words/failure-text.ts';
import { t } from '../words/index.ts';

/** Makes a link with which a user chooses a new password, and copies it. */
export async function copyPasswordLink(userId: number): Promise<void> {
  let link: string;
  try {
    link = await createPasswordLink(userId);
  } catch (error) {
    showToast({ text: failureText(error) });
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    showToast({ text: t('The link is copied. It works once, for a day. Hand it over yourself.') });
  } catch {
    showToast({ text: t('Hand over this link: {link}', { link }) });
  }
}
