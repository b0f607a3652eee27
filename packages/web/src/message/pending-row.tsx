import type { ReactElement } from 'react';
import { useCompose, type ComposeControl } from '../compose/control.ts';
import type { Chat, OutboxEntry } from '../data/chat.ts';
import { userById } from '../data/derived/users.ts';
import { Icon } from '../parts/icon.tsx';
import { explainMissingPart } from '../parts/new-version.ts';
import { Picture } from '../parts/picture.tsx';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { clockTime } from '../words/dates.ts';
import { t } from '../words/index.ts';
import type { ContentSettings } from '../content/settings.ts';
import { MessageContent } from '../content/message-content.tsx';
import text from '../content/text.module.css';
import row from './message-row.module.css';
import styles from './pending-row.module.css';
import sender from './sender-line.module.css';

export type PendingRowProps = {
  readonly entry: OutboxEntry;
  readonly isFirst: boolean;
  readonly settings: ContentSettings;
};

/** An own message that the server has not confirmed yet. */
export function PendingRow({ entry, isFirst, settings }: PendingRowProps): ReactElement {
  const chat = useChat();
  const self = useSelect(chat.state, (state) => userById(state).get(chat.selfId));
  const name = self?.full_name ?? '';
  const time = clockTime(entry.created / 1000, settings.hasTwelveHours);
  const isFailed = entry.status === 'failed';
  // Entries behind one that waits have not been tried.
  const waits = useSelect(chat.link, ({ status }) => status === 'offline') || entry.status === 'waiting';
  const mark = isFailed ? undefined : waits ? t('Waits for the network') : t('Sending…');
  return (
    <article
      data-key={entry.key}
      tabIndex={-1}
      className={isFirst ? `${row['row']} ${row['first']}` : row['row']}
      aria-setsize={-1}
      aria-label={`${name}: ${entry.text}, ${time}`}
    >
      {isFirst ? (
        <Picture userId={chat.selfId} name={name} url={self?.avatar_url} />
      ) : (
        <time className={row['clock']}>{time}</time>
      )}
      <div>
        {isFirst ? (
          <div className={sender['sender']}>
            <span className={sender['name']}>
              <bdi>{name}</bdi>
            </span>
            <span className={sender['mark']}>{t('you')}</span>
            <time>{time}</time>
          </div>
        ) : null}
        {entry.html === undefined ? (
          <div dir="auto" className={`${text['text']} ${text['plain']} ${isFailed ? '' : styles['pending']}`}>
            {entry.text} {mark === undefined ? null : <span className={text['mark']}>{mark}</span>}
          </div>
        ) : (
          <MessageContent
            html={entry.html}
            settings={settings}
            className={isFailed ? text['text'] : `${text['text']} ${styles['pending']}`}
            mark={mark}
          />
        )}
        {isFailed ? <Failure entry={entry} /> : null}
      </div>
    </article>
  );
}

function Failure({ entry }: Pick<PendingRowProps, 'entry'>): ReactElement {
  const chat = useChat();
  const compose = useCompose();
  return (
    <div className={styles['failure']} role="status">
      <Icon name="alert" />
      <span>{failureOf(entry)}</span>
      <button type="button" onClick={() => chat.outbox.retry(entry.key)}>
        {t('Try again')}
      </button>
      <button type="button" onClick={() => void takeBack(chat, compose, entry)}>
        {t('Edit')}
      </button>
      <button type="button" onClick={() => chat.outbox.discard(entry.key)}>
        {t('Discard')}
      </button>
    </div>
  );
}

async function takeBack(chat: Chat, compose: ComposeControl, entry: OutboxEntry): Promise<void> {
  try {
    const { takeBackEntry } = await import('../compose/insert.ts');
    takeBackEntry(chat, compose, entry);
  } catch {
    explainMissingPart();
  }
}

function failureOf({ reason, error }: OutboxEntry): string {
  if (reason === 'expired') return t('Not sent for a day. Send it now?');
  return t('Not sent: {reason}', { reason: error ?? t('the server did not answer.') });
}
