import { Suspense, useState, type ReactElement } from 'react';
import { reschedule } from '../../data/actions/later-actions.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { showToast } from '../../parts/toast-store.ts';
import { useWatched } from '../../parts/use-cell.ts';
import { dateAndTime } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { KeptFrame, KeptRow } from './kept-frame.tsx';

const LaterForm = lazyPart(async () => (await import('../../compose/later-form.tsx')).LaterForm);

/** Messages that the server will send later, the next one first. */
export function ScheduledView(): ReactElement {
  const chat = useChat();
  const { scheduled_messages: all = [] } = useWatched(chat.state);
  const sorted = all.toSorted((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  return (
    <KeptFrame title={t('Scheduled')} count={sorted.length} empty="scheduled">
      {sorted.map((message) => (
        <ScheduledRow key={message.scheduled_message_id} message={message} />
      ))}
    </KeptFrame>
  );
}

type Scheduled = NonNullable<
  ReturnType<ReturnType<typeof useChat>['state']['get']>['scheduled_messages']
>[number];

function ScheduledRow({ message }: { readonly message: Scheduled }): ReactElement {
  const { chat, go } = useChatScreen();
  const conversation = conversationOfScheduled(message, chat.selfId);
  const cancel = (): void => void chat.actions.cancelScheduled(message.scheduled_message_id);
  const edit = async (): Promise<void> => {
    await chat.actions.cancelScheduled(message.scheduled_message_id);
    chat.drafts.set(conversation, message.content);
    go({ view: 'messages', narrow: conversation });
  };
  const [isMoving, setMoving] = useState(false);
  const { scheduled_message_id: id, scheduled_delivery_timestamp: before } = message;
  const move = async (seconds: number): Promise<void> => {
    setMoving(false);
    if (await attempt(reschedule(chat, id, seconds)))
      showToast({
        text: t('It will be sent: {time}', { time: dateAndTime(seconds) }),
        action: { label: t('Undo'), run: () => void attempt(reschedule(chat, id, before)) },
      });
  };
  return (
    <KeptRow
      conversation={conversation}
      text={message.content}
      when={dateAndTime(message.scheduled_delivery_timestamp)}
      note={message.failed ? t('It could not be sent.') : undefined}
      actions={
        <>
          <IconButton icon="later" label={t('Change the time')} onClick={() => setMoving(true)} />
          <IconButton icon="pencil" label={t('Edit, do not send yet')} onClick={() => void edit()} />
          <IconButton icon="trash" label={t('Cancel the message')} onClick={cancel} />
          {isMoving ? (
            <Suspense>
              <LaterForm
                title={t('Send later')}
                label={t('Change the time')}
                onChoose={(seconds) => void move(seconds)}
                onClose={() => setMoving(false)}
              />
            </Suspense>
          ) : null}
        </>
      }
    />
  );
}

function conversationOfScheduled(message: Scheduled, selfId: number): Conversation {
  if (message.type === 'stream')
    return { kind: 'topic', channelId: Number(message.to), topic: message.topic ?? '' };
  const users = Array.isArray(message.to) ? message.to : [message.to];
  return { kind: 'direct', userIds: users.filter((id) => id !== selfId).toSorted((a, b) => a - b) };
}
