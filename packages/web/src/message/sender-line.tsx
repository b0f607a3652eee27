import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { userById } from '../data/derived/users.ts';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { clockTime } from '../words/dates.ts';
import { t } from '../words/index.ts';
import type { ContentSettings } from '../content/settings.ts';
import { emojiChar } from '../content/emoji-char.ts';
import styles from './sender-line.module.css';

export type SenderLineProps = {
  readonly message: Message;
  readonly settings: ContentSettings;
  readonly elementId: string;
};

/** Name, marks and time above the first message of a run. */
export function SenderLine({ message, settings, elementId }: SenderLineProps): ReactElement {
  const chat = useChat();
  const user = useSelect(chat.state, (state) => userById(state).get(message.sender_id));
  const status = useSelect(chat.state, (state) => state.user_status?.[`${message.sender_id}`]);
  return (
    <div className={styles['sender']}>
      <button
        type="button"
        className={styles['name']}
        id={`${elementId}-who`}
        data-do="user"
        data-user-id={message.sender_id}
        tabIndex={-1}
      >
        <bdi>{user?.full_name ?? message.sender_full_name}</bdi>
      </button>
      {status?.reaction_type === 'unicode_emoji' && status.emoji_code !== undefined ? (
        <span
          className={styles['status']}
          role="img"
          aria-label={status.status_text ?? ''}
          title={status.status_text}
        >
          {emojiChar(status.emoji_code)}
        </span>
      ) : null}
      {user?.is_bot === true ? <span className={styles['tag']}>{t('bot')}</span> : null}
      {message.sender_id === chat.selfId ? <span className={styles['mark']}>{t('you')}</span> : null}
      <time
        id={`${elementId}-time`}
        data-tip-time={message.timestamp}
        dateTime={new Date(message.timestamp * 1000).toISOString()}
      >
        {clockTime(message.timestamp, settings.hasTwelveHours)}
      </time>
    </div>
  );
}
