import { useCallback, useEffect, useState } from 'react';
import { readAudit, type AuditEntry, type AuditPage } from '../../../data/actions/audit-actions.ts';
import { now } from '../../../data/clock.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { failureText } from '../../../words/failure-text.ts';
import { filterOf, keepEntries, type LogChoice } from './log-store.ts';

const PAGE = 50;

export type Log = {
  readonly entries: readonly AuditEntry[];
  readonly state: 'reading' | 'more' | 'complete' | 'failed';
  readonly failure?: string;
  /** Entries of the organization in all. */
  readonly count: number;
};

/** Reads entries in pages. `readOn` reads the next page, or the same one again after a failure. */
export function useLog(choice: LogChoice): Log & { readonly readOn: () => void } {
  const chat = useChat();
  const [log, setLog] = useState<Log>({ entries: [], state: 'reading', count: 0 });
  const read = useCallback(
    (known: readonly AuditEntry[]): void => {
      const before = known.at(-1)?.number;
      readAudit(chat, { ...filterOf(choice, now()), limit: PAGE, before })
        .then(kept)
        .then(
          (page) => setLog(withPage(known, page)),
          (error: unknown) => setLog((was) => ({ ...was, state: 'failed', failure: failureText(error) })),
        );
    },
    [chat, choice],
  );
  useEffect(() => read([]), [read]);
  const readOn = (): void => {
    setLog({ entries: log.entries, state: 'reading', count: log.count });
    read(log.entries);
  };
  return { ...log, readOn };
}

/** The panel of an entry finds it without a request. */
function kept(page: AuditPage): AuditPage {
  keepEntries(page.entries);
  return page;
}

function withPage(known: readonly AuditEntry[], page: AuditPage): Log {
  return {
    entries: [...known, ...page.entries],
    state: page.found_oldest ? 'complete' : 'more',
    count: page.newest - page.removed,
  };
}
