import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { Icon } from '../parts/icon.tsx';
import { ChannelIcon } from '../screen/channel-icon.tsx';
import { useChatScreen } from '../screen/chat-context.ts';
import { topicName } from '../screen/titles.ts';
import { t } from '../words/index.ts';
import styles from './place-line.module.css';

export type PlaceLineProps = {
  readonly message: Message;
  /** Names the place in the accessible name of the message below. */
  readonly elementId: string;
};

/**
 * Conversation of the messages below, in views that mix several. A feed may hold articles alone, so the links are for
 * pointers; keys go to the place of a message by commands.
 */
export function PlaceLine({ message, elementId }: PlaceLineProps): ReactElement {
  const { chat, addressOf } = useChatScreen();
  if (message.kind === 'direct') {
    const others = message.direct.filter(({ id }) => id !== chat.selfId);
    const userIds = others.map(({ id }) => id).toSorted((a, b) => a - b);
    const place = addressOf({ view: 'messages', narrow: { kind: 'direct', userIds } });
    return (
      <div className={styles['place']} data-place id={elementId} aria-hidden="true">
        <Icon name={userIds.length > 1 ? 'people' : 'person'} isSmall />
        <a className={`${styles['topic']} clip`} href={place} tabIndex={-1}>
          {others.length === 0 ? t('Notes to yourself') : others.map(({ name }) => name).join(', ')}
        </a>
      </div>
    );
  }
  const { channel, topic } = message;
  const narrow = { kind: 'topic', channelId: channel.id, topic } as const;
  return (
    <div className={styles['place']} data-place id={elementId} aria-hidden="true">
      <a href={addressOf({ view: 'topics', channelId: channel.id })} tabIndex={-1}>
        <ChannelIcon channelId={channel.id} isSmall />
        <bdi>{channel.name}</bdi>
      </a>
      <span className="quiet">›</span>
      <a className={`${styles['topic']} clip`} href={addressOf({ view: 'messages', narrow })} tabIndex={-1}>
        {topic === '' ? <i>{topicName(topic)}</i> : <bdi>{topicName(topic)}</bdi>}
      </a>
    </div>
  );
}
