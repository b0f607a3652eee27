import type { Place } from '../data/address/place.ts';
import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';
import type { ChatScreen } from './chat-context.ts';

export async function copyLink({ addressOf }: ChatScreen, place: Place): Promise<void> {
  const { origin, pathname } = globalThis.location;
  try {
    await navigator.clipboard.writeText(`${origin}${pathname}${addressOf(place)}`);
    showToast({ text: t('Link copied') });
  } catch {
    showToast({ text: t('The browser did not allow copying.') });
  }
}
