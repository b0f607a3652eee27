import { setUserMuted } from '../data/actions/own-actions.ts';
import type { Chat } from '../data/chat.ts';
import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';
import { attempt } from './attempt.ts';
import { userName } from './titles.ts';

/** Mutes a user or takes it back, with a way back; the user is not told. */
export async function muteUser(chat: Chat, userId: number, isMuted: boolean): Promise<void> {
  if (!(await attempt(setUserMuted(chat, userId, isMuted)))) return;
  const name = userName(chat.state.get(), userId);
  showToast({
    text: isMuted ? t('{name} is muted', { name }) : t('{name} is no longer muted', { name }),
    action: { label: t('Undo'), run: () => void attempt(setUserMuted(chat, userId, !isMuted)) },
  });
}
