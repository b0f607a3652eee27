import type { ReactElement } from 'react';
import type { UnreadConversation } from '../../data/chat.ts';
import { unreadWords } from '../../screen/unread-words.ts';
import styles from './conversation-row.module.css';

export type RowCountProps = {
  readonly unread: UnreadConversation | undefined;
  readonly isDirect: boolean;
  /** Takes the room of a count when there is none. */
  readonly keepsRoom?: boolean;
};

/** Unread messages of a row: filled for the reader, outlined for the rest. */
export function RowCount({ unread, isDirect, keepsRoom = false }: RowCountProps): ReactElement | null {
  if (unread === undefined) return keepsRoom ? <span className={styles['room']} /> : null;
  const hasMention = unread.mentions > 0 && !isDirect;
  return (
    <>
      {hasMention ? (
        <span className={unread.isMuted ? 'n soft' : 'n pill'} aria-hidden="true">
          @
        </span>
      ) : null}
      <span className={isDirect && !unread.isMuted ? 'n pill' : 'n soft'}>
        <span aria-hidden="true">{unread.count}</span>
        <span className="sr">{unreadWords(unread)}</span>
      </span>
    </>
  );
}
