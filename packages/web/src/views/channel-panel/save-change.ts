import { changeChannel, type ChannelChange } from '../../data/actions/channel-actions.ts';
import type { Chat } from '../../data/chat.ts';
import { showToast } from '../../parts/toast-store.ts';
import { attempt } from '../../screen/attempt.ts';
import { t } from '../../words/index.ts';

/** Changes a channel at once; a toast says what changed and takes it back. */
export async function saveChange(
  chat: Chat,
  channelId: number,
  change: ChannelChange,
  told: { readonly text: string; readonly back?: ChannelChange | undefined },
): Promise<void> {
  if (!(await attempt(changeChannel(chat, channelId, change)))) return;
  const { text, back } = told;
  showToast({
    text,
    ...(back === undefined
      ? {}
      : { action: { label: t('Undo'), run: () => void attempt(changeChannel(chat, channelId, back)) } }),
  });
}
