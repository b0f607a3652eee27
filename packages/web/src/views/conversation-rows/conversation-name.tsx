import type { ReactElement } from 'react';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { channelName, directName, topicName } from '../../screen/titles.ts';
import styles from './conversation-row.module.css';

export type ConversationNameProps = {
  readonly conversation: Conversation;
  /** Shows the channel before the topic. */
  readonly hasChannel: boolean;
};

/** The topic, or the names of the other users, as lists show them. */
export function ConversationName({ conversation, hasChannel }: ConversationNameProps): ReactElement {
  const chat = useChat();
  const channelId = conversation.kind === 'topic' ? conversation.channelId : 0;
  const channel = useSelect(chat.state, (state) => channelName(state, channelId));
  const names = useSelect(chat.state, (state) =>
    conversation.kind === 'direct' ? directName(state, conversation.userIds) : '',
  );
  if (conversation.kind === 'direct') return <bdi>{names}</bdi>;
  const topic = topicName(conversation.topic);
  return (
    <>
      {hasChannel ? (
        <>
          <span className={`quiet ${styles['channel']}`}>
            <bdi>{channel}</bdi> ›
          </span>{' '}
        </>
      ) : null}
      {conversation.topic === '' ? <i>{topic}</i> : <bdi>{topic}</bdi>}
    </>
  );
}
