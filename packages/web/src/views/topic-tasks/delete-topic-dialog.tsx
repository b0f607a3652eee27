import { useState, type ReactElement } from 'react';
import { deleteTopic } from '../../data/actions/topic-actions.ts';
import { Consequences } from '../../parts/consequences.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { endTopicTask, type TopicTask } from '../../screen/topic-task-store.ts';
import { topicName } from '../../screen/titles.ts';
import { plural, t } from '../../words/index.ts';
import { messageWords, useTopic } from './use-topic.ts';

/** Deletes a topic after telling what is lost. */
export function DeleteTopicDialog({ task }: { readonly task: TopicTask }): ReactElement {
  const { chat, go } = useChatScreen();
  const { channelId, topic } = task;
  const { content, error } = useTopic(channelId, topic);
  const [isBusy, setBusy] = useState(false);
  const name = topicName(topic);
  const writers = new Set(content?.messages.map(({ sender_id: id }) => id)).size;
  const remove = async (): Promise<void> => {
    setBusy(true);
    const isDone = await attempt(deleteTopic(chat, channelId, topic));
    endTopicTask();
    if (!isDone) return;
    go({ view: 'topics', channelId });
    showToast({ text: t('{name} was deleted', { name }) });
  };
  return (
    <Dialog
      title={t('Delete {name}?', { name })}
      onClose={endTopicTask}
      foot={
        <>
          <button type="button" className="btn" onClick={endTopicTask}>
            {t('Keep it')}
          </button>
          <button
            type="button"
            className="btn danger"
            disabled={content === undefined || isBusy}
            onClick={() => void remove()}
          >
            {content === undefined
              ? t('Delete')
              : t('Delete {messages}', { messages: messageWords(content) })}
          </button>
        </>
      }
    >
      {content === undefined ? (
        <p className="quiet">{error ?? t('Counting…')}</p>
      ) : (
        <Consequences
          items={[
            {
              icon: 'trash',
              text: t('{messages} disappear for all readers', { messages: messageWords(content) }),
              detail: plural(writers, { one: 'Written by # person', other: 'Written by # people' }),
            },
            {
              icon: 'alert',
              text: t('This cannot be undone'),
              detail: t('Links to it will not open any more'),
            },
          ]}
        />
      )}
    </Dialog>
  );
}
