import type { ReactElement } from 'react';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { t } from '../../../words/index.ts';
import { matchText } from '../../../words/match.ts';
import { authorName, entryWords } from './entry-words.ts';
import type { LogChoice } from './log-store.ts';
import { LogTable } from './log-table.tsx';
import { useLog, type Log } from './use-log.ts';
import { Waiting } from '../../../parts/waiting.tsx';

/** Entries of a choice whose words fit what the reader typed; another choice is another list. */
export function LogList({
  choice,
  typed,
}: {
  readonly choice: LogChoice;
  readonly typed: string;
}): ReactElement {
  const state = useWatched(useChat().state);
  const log = useLog(choice);
  const found = log.entries.filter((entry) => {
    const { what, was = '', is } = entryWords(state, entry);
    return matchText(typed, `${what} ${was} ${is} ${authorName(state, entry)}`) !== undefined;
  });
  return (
    <>
      <LogTable entries={found} />
      {log.state === 'reading' && log.entries.length === 0 ? <Waiting kind="lines" /> : null}
      <p className="help" role="status">
        {statusOf(log, found.length)}{' '}
        {log.state === 'more' || log.state === 'failed' ? (
          <button type="button" className="lk" onClick={log.readOn}>
            {log.state === 'more' ? t('Show older') : t('Try again')}
          </button>
        ) : null}
      </p>
    </>
  );
}

function statusOf({ state, count, failure }: Log, shown: number): string {
  if (failure !== undefined) return failure;
  if (state === 'reading') return t('Reading the log …');
  if (shown === 0) return t('Nothing matches.');
  return t('{shown} of {count}.', { shown, count });
}
