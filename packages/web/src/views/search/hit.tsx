import type { Message } from '@parley/client';
import { useRef, type ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import { subscriptionById } from '../../data/derived/channels.ts';
import { conversationOf } from '../../data/narrow/judge.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import type { ContentSettings } from '../../content/settings.ts';
import { MessageRow } from '../../message/message-row.tsx';
import { Icon } from '../../parts/icon.tsx';
import { dayName } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { channelStyle } from '../../screen/channel-look.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { narrowName } from '../../screen/titles.ts';
import { ContextLine, useNeighbors } from './context-line.tsx';
import styles from './hit.module.css';

type HitProps = {
  readonly message: Message;
  readonly settings: ContentSettings;
  /** All messages of the search, which are not repeated as neighbors. */
  readonly hitIds: readonly number[];
};

/** A message that a search found, with its place and a line of its neighbors. */
export function Hit({ message, settings, hitIds }: HitProps): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const element = useRef<HTMLDivElement>(null);
  const { before, after } = useNeighbors(message.id, element);
  const narrow = conversationOf(message, chat.state.get());
  const near = addressOf({ view: 'messages', narrow, near: message.id });
  const line = (id: number | undefined): ReactElement | null =>
    id === undefined || hitIds.includes(id) ? null : <ContextLine id={id} conversation={narrow} />;
  return (
    <div className={styles['hit']} ref={element}>
      <div className={styles['place']}>
        <PlaceOfHit message={message} narrow={narrow} />
        <span className={`quiet num ${styles['date']}`}>{dayName(message.timestamp, now())}</span>
        <a className={`btn plain ${styles['near']}`} href={near}>
          {t('Open in topic')}
        </a>
      </div>
      {line(before)}
      <MessageRow
        id={message.id}
        isFirst
        opensDay={false}
        prefix="hit-"
        settings={settings}
        showsMatches
        isHot={false}
      />
      {line(after)}
    </div>
  );
}

function PlaceOfHit({
  message,
  narrow,
}: {
  readonly message: Message;
  readonly narrow: Conversation;
}): ReactElement {
  const { chat, addressOf } = useChatScreen();
  if (message.kind !== 'channel' || narrow.kind !== 'topic')
    return (
      <a
        className={`${styles['topic']} clip`}
        id={`hit-${message.id}-place`}
        href={addressOf({ view: 'messages', narrow })}
      >
        <Icon name="person" isSmall />
        {narrowName(chat.state.get(), narrow)}
      </a>
    );
  const color = subscriptionById(chat.state.get(), narrow.channelId)?.color;
  return (
    <>
      <a
        className="hue"
        style={channelStyle(color)}
        href={addressOf({ view: 'topics', channelId: narrow.channelId })}
      >
        <ChannelIcon channelId={narrow.channelId} isSmall />
        {message.channel.name}
      </a>
      <span className="quiet">›</span>
      <a
        className={`${styles['topic']} clip`}
        id={`hit-${message.id}-place`}
        href={addressOf({ view: 'messages', narrow })}
      >
        {narrow.topic === '' ? t('general chat') : narrow.topic}
      </a>
    </>
  );
}
