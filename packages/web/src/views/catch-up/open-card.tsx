import { useState, type ReactElement } from 'react';
import type { UnreadConversation } from '../../data/chat.ts';
import { subscriptionById } from '../../data/derived/channels.ts';
import { MessageList } from '../../list/message-list.tsx';
import { plural, t } from '../../words/index.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { channelStyle } from '../../screen/channel-look.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { ConversationSign } from '../conversation-rows/conversation-sign.tsx';
import { PolicyMark, topicLook } from '../conversation-rows/topic-look.tsx';
import { narrowName } from '../../screen/titles.ts';
import type { Card } from './deck.ts';
import styles from './open-card.module.css';

/** The conversation under decision: its name and its messages, from the first unread one on. */
export function OpenCard({
  card,
  unread,
}: {
  readonly card: Card;
  readonly unread: UnreadConversation | undefined;
}): ReactElement {
  const { chat } = useChatScreen();
  const [window] = useState(() => chat.openWindow(card.conversation, { kind: 'first-unread' }));
  return (
    <section className={styles['card']} aria-label={narrowName(chat.state.get(), card.conversation)}>
      <CardHead card={card} unread={unread} />
      <MessageList
        window={window}
        label={narrowName(chat.state.get(), card.conversation)}
        marksRead={false}
      />
    </section>
  );
}

function CardHead({
  card,
  unread,
}: {
  readonly card: Card;
  readonly unread: UnreadConversation | undefined;
}): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const { conversation } = card;
  const state = chat.state.get();
  const href = addressOf({ view: 'messages', narrow: conversation });
  const channel = conversation.kind === 'topic' ? subscriptionById(state, conversation.channelId) : undefined;
  const look =
    conversation.kind === 'topic' ? topicLook(state, conversation.channelId, conversation.topic) : undefined;
  return (
    <div className={styles['head']}>
      <div className={`wrap ${styles['line']}`}>
        {channel === undefined || look === undefined ? (
          <a className={`${styles['name']} touch-area`} href={href}>
            <ConversationSign conversation={conversation} />
            <h2>
              <bdi>{narrowName(chat.state.get(), conversation)}</bdi>
            </h2>
          </a>
        ) : (
          <a className={`${styles['name']} touch-area`} href={href}>
            <span className={`${styles['channel']} hue`} style={channelStyle(channel.color)}>
              <ChannelIcon channelId={channel.stream_id} className="s2" />
              <bdi>{channel.name}</bdi> ›
            </span>
            <h2>
              <bdi>{look.name}</bdi>
            </h2>
            <PolicyMark policy={look.policy} />
          </a>
        )}
        <span className="quiet num">
          {unread === undefined || unread.count === 0
            ? t('all read')
            : plural(unread.count, { one: '# unread', other: '# unread' })}
        </span>
      </div>
    </div>
  );
}
