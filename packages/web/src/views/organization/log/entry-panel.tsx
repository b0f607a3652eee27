import { useEffect, useState, type ReactElement } from 'react';
import { readAuditEntry, type AuditEntry } from '../../../data/actions/audit-actions.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect, useWatched } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { roleName } from '../../../screen/role-name.ts';
import { dateAndTime, fullTime } from '../../../words/dates.ts';
import { failureText } from '../../../words/failure-text.ts';
import { t } from '../../../words/index.ts';
import { authorName, entryWords } from './entry-words.ts';
import { keepEntries, knownEntries, logChoice } from './log-store.ts';
import facts from '../../profile/facts.module.css';
import styles from './log.module.css';
import { SetBack } from './set-back.tsx';
import { useChosenNumber } from './use-chosen-number.ts';

/** The chosen entry: author, origin and all values before and after. */
export function EntryPanel(): ReactElement | null {
  const chat = useChat();
  const maySee = useSelect(chat.state, (state) => state.is_admin === true);
  const number = useChosenNumber();
  if (!maySee) return null;
  return number === undefined ? (
    <p className="help">{t('Choose an entry to see where it came from and what exactly changed.')}</p>
  ) : (
    <ChosenEntry key={number} number={number} />
  );
}

function ChosenEntry({ number }: { readonly number: number }): ReactElement {
  const chat = useChat();
  const entry = useSelect(knownEntries, (known) => known.get(number));
  const [problem, setProblem] = useState<string>();
  const isKnown = entry !== undefined;
  useEffect(() => {
    if (isKnown) return;
    readAuditEntry(chat, number).then(
      (found) => (found === undefined ? setProblem(t('There is no such entry.')) : keepEntries([found])),
      (error: unknown) => setProblem(failureText(error)),
    );
  }, [chat, number, isKnown]);
  if (entry !== undefined) return <Entry entry={entry} />;
  return (
    <p className="help" role="status">
      {problem ?? t('Reading the entry …')}
    </p>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const { actor, time, number, address, client, via, before, after, hash } = entry;
  const author = authorName(state, entry);
  const { user_id: authorId } = actor;
  const told: readonly (readonly [string, string | null])[] = [
    [t('Who'), author],
    [t('Role then'), actor.role === null ? null : roleName(actor.role)],
    [t('From'), [client, address].filter((part) => part !== null).join(', ') || null],
    [t('Log-in'), actor.login_time === null ? null : dateAndTime(actor.login_time)],
    [t('By'), via],
  ];
  return (
    <div className={styles['panel']}>
      <h3>{entryWords(state, entry).what}</h3>
      <p className="help">
        {t('Entry {number}', { number })}, <time>{fullTime(time)}</time>
      </p>
      <dl className={facts['facts']}>
        {told.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className={facts['fact']}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
      <Values title={t('Before')} values={before} />
      <Values title={t('After')} values={after} />
      <h4>{t('Proof')}</h4>
      <p className="help">
        {t(
          'The hash of this entry and of all before it. The operator checks the chain with the command “parley audit verify”.',
        )}
      </p>
      <code className={styles['hash']}>{hash}</code>
      <SetBack entry={entry} />
      {authorId === null ? null : (
        <button
          type="button"
          className="btn full"
          onClick={() => logChoice.set({ kind: undefined, authorId, days: undefined })}
        >
          <Icon name="person" />
          {t('All by {name}', { name: author })}
        </button>
      )}
      <WhoMay>{t('Owners and administrators see the log')}</WhoMay>
    </div>
  );
}

function Values({
  title,
  values,
}: {
  readonly title: string;
  readonly values: AuditEntry['before'];
}): ReactElement | null {
  const lines = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  if (lines.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <pre className={styles['raw']} tabIndex={0} role="region" aria-label={title}>
        {lines.join('\n')}
      </pre>
    </>
  );
}
