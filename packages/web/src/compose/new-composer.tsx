import { useMemo, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { State } from '@parley/client';
import type { Conversation } from '../data/narrow/narrow.ts';
import { scheduleMessage } from '../data/actions/message-actions.ts';
import { useCommand } from '../keys/use-command.ts';
import { useHistoryLayer } from '../parts/history-layers.ts';
import { Choices } from '../parts/choices.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { useWatched } from '../parts/use-cell.ts';
import { useChatScreen } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { ChannelField } from './channel-field.tsx';
import { knownChannels, type PlaceChannel } from './complete/suggest-places.ts';
import { ComposeBox } from './compose-box.tsx';
import { useCompose, type NewMessage } from './control.ts';
import { RecipientsField } from './recipients-field.tsx';
import { newSession } from './sessions.ts';
import { TopicField } from './topic-field.tsx';
import { whenAsked } from './when-asked.ts';
import { useSubmit } from './use-submit.tsx';

export type NewComposerProps = {
  readonly start: NewMessage;
  /** Without it the box cannot be closed. */
  readonly onClose?: (() => void) | undefined;
};

/** The box for a message whose place is chosen in it. */
export function NewComposer({ start, onClose }: NewComposerProps): ReactElement {
  const { chat, go } = useChatScreen();
  const control = useCompose();
  useHistoryLayer(onClose);
  const state = useWatched(chat.state);
  const [channelId, setChannelId] = useState(start.kind === 'topic' ? start.channelId : undefined);
  const [topic, setTopic] = useState(start.kind === 'topic' ? (start.topic ?? '') : '');
  const [userIds, setUserIds] = useState(start.kind === 'direct' ? (start.userIds ?? NONE) : NONE);
  const session = useMemo(() => newSession(chat, control, start), [chat, control, start]);
  const place = useRef<HTMLInputElement>(null);

  const channel = knownChannels(state).find(({ stream_id: id }) => id === channelId);
  const policy = channel === undefined ? 'allowed' : emptyTopic(state, channel);
  const conversation = conversationOf(
    start.kind,
    channelId,
    policy === 'only' ? '' : topic.trim(),
    userIds,
    chat.selfId,
  );
  const isMissing = start.kind === 'topic' && topic.trim() === '' && policy === 'forbidden';
  const goesToNoTopic =
    start.kind === 'topic' && channel !== undefined && topic.trim() === '' && policy !== 'forbidden';
  const ownHint: ReactNode = goesToNoTopic ? (
    <>
      {t('Goes to')} <i>{t('general chat')}</i>
    </>
  ) : undefined;
  const { canSend, isOffline, hint, submit } = useSubmit(session, 'send', ownHint);

  /** Asks for the place if it is missing, else delivers. */
  const deliver = (send: (to: Conversation, written: string) => Promise<void>): void => {
    if (conversation === undefined || isMissing) {
      session.setNote(
        start.kind === 'direct' ? t('Choose who gets the message.') : t('This channel needs a topic.'),
      );
      place.current?.focus();
      return;
    }
    whenAsked(chat, conversation, session, () => {
      submit((written) => send(conversation, written));
      if (session.isWaiting.get() || session.text.get() !== '') return;
      onClose?.();
      go({ view: 'messages', narrow: conversation });
    });
  };
  useCommand('composer-place', () => {
    if (conversation === undefined) return false;
    go({ view: 'messages', narrow: conversation });
  });
  const send = (to: Conversation, written: string): Promise<void> => chat.outbox.send(to, written);
  const leave = (): void => {
    if (session.text.get().trim() === '') onClose?.();
  };
  return (
    <ComposeBox
      session={session}
      label={start.kind === 'topic' ? t('New topic') : t('New direct message')}
      head={
        <>
          {start.isAnywhere === true ? (
            <Choices
              aria-label={t('Send to')}
              options={KINDS}
              chosen={start.kind}
              nameOf={kindName}
              onChoose={(kind) => control.setMode({ kind: 'new', start: { kind, isAnywhere: true } })}
            />
          ) : null}
          {start.kind === 'topic' ? (
            <>
              <ChannelField channel={channel} onPick={setChannelId} onLeave={leave} />
              {channel === undefined || policy === 'only' ? null : (
                <>
                  <span aria-hidden="true">›</span>
                  <TopicField
                    key={channel.stream_id}
                    inputRef={place}
                    channel={channel}
                    topic={topic}
                    canBeEmpty={policy === 'allowed'}
                    isFocused={onClose !== undefined}
                    onChange={setTopic}
                    onDone={() => control.focus()}
                    onLeave={leave}
                  />
                </>
              )}
            </>
          ) : (
            <RecipientsField
              inputRef={place}
              userIds={userIds}
              onChange={setUserIds}
              onDone={() => control.focus()}
              onLeave={leave}
            />
          )}
          {onClose === undefined ? null : <IconButton icon="x" label={t('Close')} onClick={onClose} />}
        </>
      }
      keepsHead
      conversation={conversation}
      hint={hint}
      sendLabel={isOffline ? t('Queue') : t('Send')}
      canSend={canSend}
      onSend={() => deliver(send)}
      onLater={(seconds) => deliver((to, written) => scheduleMessage(chat, to, written, seconds))}
      onLeave={leave}
      onTyping={(isTyping) => {
        if (conversation !== undefined && !isMissing) chat.actions.sendTyping(conversation, isTyping);
      }}
    />
  );
}

const NONE: readonly number[] = [];
const KINDS = ['direct', 'topic'] as const;

function kindName(kind: NewMessage['kind']): string {
  return kind === 'direct' ? t('People') : t('Channel');
}

/** Whether messages without a topic are possible, forbidden or the only ones. */
function emptyTopic(state: State, channel: PlaceChannel): 'allowed' | 'forbidden' | 'only' {
  if (channel.topics_policy === 'empty_topic_only') return 'only';
  const policy = channel.topics_policy === 'inherit' ? state.realm_topics_policy : channel.topics_policy;
  return policy === 'disable_empty_topic' || (policy === undefined && state.realm_mandatory_topics === true)
    ? 'forbidden'
    : 'allowed';
}

function conversationOf(
  kind: NewMessage['kind'],
  channelId: number | undefined,
  topic: string,
  userIds: readonly number[],
  selfId: number,
): Conversation | undefined {
  if (kind === 'topic') return channelId === undefined ? undefined : { kind, channelId, topic };
  if (userIds.length === 0) return undefined;
  return { kind, userIds: userIds.filter((id) => id !== selfId).toSorted((a, b) => a - b) };
}
