import { type ReactElement } from 'react';
import { readReceipts } from '../../data/actions/message-actions.ts';
import { userById } from '../../data/derived/users.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Picture } from '../../parts/picture.tsx';
import { useWatched } from '../../parts/use-cell.ts';
import { showUserCard } from '../../parts/user-card-store.ts';
import { useChat } from '../../screen/chat-context.ts';
import { plural, t } from '../../words/index.ts';
import type { MessageDialogProps } from './delete-dialog.tsx';
import { useAnswer } from './use-answer.ts';
import styles from './receipts-dialog.module.css';

/** Most names in the list; the heading tells the number. */
const MAX_LISTED_READERS = 200;

export function ReceiptsDialog({ message, onClose }: MessageDialogProps): ReactElement {
  const chat = useChat();
  const users = userById(useWatched(chat.state));
  const answer = useAnswer(() => readReceipts(chat, message.id));
  const ids = answer.value ?? [];
  const names = ids
    .map((id) => ({
      id,
      name: users.get(id)?.full_name ?? t('Unknown user'),
      url: users.get(id)?.avatar_url,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .slice(0, MAX_LISTED_READERS);
  /** The card belongs to the message, because the dialog goes away. */
  const showCard = (userId: number): void => {
    const row = document.querySelector<HTMLElement>(`article[data-id="${message.id}"]`);
    onClose();
    if (row !== null) showUserCard(userId, row);
  };
  return (
    <Dialog title={t('Read by')} size="small" onClose={onClose}>
      {answer.value === undefined ? (
        <p className="quiet" role="status">
          {answer.error ?? t('Loading…')}
        </p>
      ) : (
        <>
          <p className="quiet">
            {ids.length === 0
              ? t('No other user has read it yet.')
              : plural(ids.length, { one: '# user has read it.', other: '# users have read it.' })}
          </p>
          <ul className={styles['readers']}>
            {names.map(({ id, name, url }) => (
              <li key={id}>
                <Picture userId={id} name={name} url={url} size={24} />
                <button type="button" className="clip" onClick={() => showCard(id)}>
                  <bdi>{name}</bdi>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
