import type { ReactElement } from 'react';
import type { Message } from '@parley/client';
import { readMessage, readNewest } from '../../data/actions/message-actions.ts';
import { now } from '../../data/clock.ts';
import { plainText } from '../../data/derived/preview-text.ts';
import { conversationOf } from '../../data/narrow/judge.ts';
import { useAnswer } from '../../message/desk/use-answer.ts';
import { Picture } from '../../parts/picture.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { conversationName } from '../../screen/titles.ts';
import { clockTime, dayName } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import type { CardFrame } from './card-frame.ts';
import styles from './hover-cards.module.css';

/** A message that a link names: who said what, where and when. */
export function MessageCard(props: {
  readonly messageId: number;
  readonly frame: CardFrame;
}): ReactElement | null {
  const { messageId, frame } = props;
  const chat = useChat();
  const { value: message } = useAnswer(() => readMessage(chat, messageId));
  return message === undefined ? null : frame(<MessageFacts message={message} />);
}

/** A topic, by its newest message. */
export function TopicCard(props: {
  readonly channelId: number;
  readonly topic: string;
  readonly frame: CardFrame;
}): ReactElement | null {
  const { channelId, topic, frame } = props;
  const chat = useChat();
  const { value } = useAnswer(() => readNewest(chat, { kind: 'topic', channelId, topic }, 1));
  const message = value?.[0];
  return message === undefined ? null : frame(<MessageFacts message={message} isNewest />);
}

function MessageFacts(props: { readonly message: Message; readonly isNewest?: boolean }): ReactElement {
  const { message, isNewest = false } = props;
  const state = useChat().state.get();
  const { timestamp } = message;
  const text = plainText(message.content);
  const when = `${dayName(timestamp, now())}, ${clockTime(timestamp)}`;
  return (
    <>
      <p className={styles['place']}>
        <bdi>{conversationName(state, conversationOf(message, state))}</bdi>
      </p>
      <div className={styles['sender']}>
        <Picture
          userId={message.sender_id}
          name={message.sender_full_name}
          url={message.avatar_url}
          size={20}
        />
        <b className="clip">
          <bdi>{message.sender_full_name}</bdi>
        </b>
        <span className={styles['when']}>{isNewest ? t('newest, {time}', { time: when }) : when}</span>
      </div>
      <p className={styles['text']} dir="auto">
        {text === '' ? t('A picture or a file') : text}
      </p>
    </>
  );
}
