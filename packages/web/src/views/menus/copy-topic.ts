import { readTopic } from '../../data/actions/topic-actions.ts';
import type { Chat } from '../../data/chat.ts';
import { showToast } from '../../parts/toast-store.ts';
import { topicName, userName } from '../../screen/titles.ts';
import { fullTime } from '../../words/dates.ts';
import { t } from '../../words/index.ts';

/** Copies the messages of a topic as Markdown, with their authors and times. */
export async function copyTopic(chat: Chat, channelId: number, topic: string): Promise<void> {
  try {
    const { messages, isAll } = await readTopic(chat, channelId, topic);
    const state = chat.state.get();
    const parts = messages.map(
      ({ sender_id: id, timestamp, content }) =>
        `**${userName(state, id)}**, ${fullTime(timestamp)}\n\n${content}\n`,
    );
    await navigator.clipboard.writeText([`# ${topicName(topic)}\n`, ...parts].join('\n'));
    showToast({
      text: isAll
        ? t('Copied as Markdown')
        : t('The newest {count} messages were copied as Markdown', { count: messages.length }),
    });
  } catch (error) {
    showToast({ text: error instanceof Error ? error.message : t('The browser did not allow copying.') });
  }
}
