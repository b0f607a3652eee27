import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { Icon } from '../parts/icon.tsx';
import { ChannelIcon } from '../views/channel-icon.tsx';
import { useChatScreen } from '../views/chat-context.ts';
import { topicName } from '../views/titles.ts';
import { t } from '../words/index.ts';

/** Conversation of the messages below, in views that mix several. */
export function PlaceLine({ message }: { readonly message: Message }): ReactElement {
  const { chat, addressOf } = useChatScreen();
  if (message.kind === 'direct') {
    const others = message.direct.filter(({ id }) => id !== chat.selfId);
    const userIds = others.map(({ id }) => id).toSorted((a, b) => a - b);
    return (
      <div className="where">
        <Icon name="person" isSmall />
        <a className="topic clip" href={addressOf({ view: 'messages', narrow: { kind: 'direct', userIds } })}>
          {others.length === 0 ? t('Notes to yourself') : others.map(({ name }) => name).join(', ')}
        </a>
      </div>
    );
  }
  const { channel, topic } = message;
  return (
    <div className="where">
      <a href={addressOf({ view: 'topics', channelId: channel.id })}>
        <ChannelIcon channelId={channel.id} isSmall />
        {channel.name}
      </a>
      <span className="quiet" aria-hidden="true">
        ›
      </span>
      <a
        className="topic clip"
        href={addressOf({ view: 'messages', narrow: { kind: 'topic', channelId: channel.id, topic } })}
      >
        {topic === '' ? <i>{topicName(topic)}</i> : <bdi>{topicName(topic)}</bdi>}
      </a>
    </div>
  );
}
