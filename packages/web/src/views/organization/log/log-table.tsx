import type { ReactElement } from 'react';
import type { AuditEntry } from '../../../data/actions/audit-actions.ts';
import { now } from '../../../data/clock.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { firstName } from '../../../screen/titles.ts';
import { UserPicture } from '../../../screen/user-picture.tsx';
import { shortDay } from '../../../words/dates.ts';
import { t } from '../../../words/index.ts';
import { authorName, entryWords } from './entry-words.ts';
import table from '../../../parts/table.module.css';
import styles from './log.module.css';
import { useChosenNumber } from './use-chosen-number.ts';

export function LogTable({ entries }: { readonly entries: readonly AuditEntry[] }): ReactElement | null {
  const chosen = useChosenNumber();
  if (entries.length === 0) return null;
  return (
    <table className={`${table['table']} ${styles['table']}`}>
      <thead>
        <tr>
          <th scope="col" className={styles['when']}>
            {t('When')}
          </th>
          <th scope="col" className={styles['who']}>
            {t('Who')}
          </th>
          <th scope="col">{t('What')}</th>
          <th scope="col" className={styles['values']}>
            {t('Before and after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.number} entry={entry} isChosen={entry.number === chosen} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({
  entry,
  isChosen,
}: {
  readonly entry: AuditEntry;
  readonly isChosen: boolean;
}): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const state = useWatched(chat.state);
  const { what, was, is } = entryWords(state, entry);
  const { user_id: authorId } = entry.actor;
  return (
    <tr className={isChosen ? styles['chosen'] : undefined}>
      <td className={styles['time']}>{shortDay(entry.time, now())}</td>
      <td>
        <span className={styles['author']}>
          {authorId === null ? (
            <span className="group-pic" aria-hidden="true">
              <Icon name="device" isSmall />
            </span>
          ) : (
            <UserPicture userId={authorId} />
          )}
          <bdi className="clip">
            {authorId === null ? authorName(state, entry) : firstName(state, authorId)}
          </bdi>
        </span>
      </td>
      <th scope="row" className={styles['what']}>
        <a
          href={addressOf({ view: 'organization', page: `log/${entry.number}` })}
          aria-current={isChosen ? 'true' : undefined}
          dir="auto"
        >
          {what}
        </a>
      </th>
      <td className={styles['values']}>
        <Values was={was} is={is} />
      </td>
    </tr>
  );
}

function Values({ was, is }: { readonly was: string | undefined; readonly is: string }): ReactElement {
  return (
    <span className={styles['change']}>
      {was === undefined ? null : (
        <>
          <s>
            <bdi>{was}</bdi>
          </s>
          <span aria-hidden="true"> → </span>
          <span className="sr">{t(', then ')}</span>
        </>
      )}
      <bdi>{is}</bdi>
    </span>
  );
}
