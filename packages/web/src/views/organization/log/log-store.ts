import type { AuditEntry, AuditFilter } from '../../../data/actions/audit-actions.ts';
import { createCell } from '../../../data/cell.ts';

/** The choice of the reader: a kind of entries, an author, and how far back. */
export type LogChoice = {
  readonly kind: 'change' | 'access' | 'export' | undefined;
  readonly authorId: number | undefined;
  readonly days: number | undefined;
};

const FIRST: LogChoice = { kind: 'change', authorId: undefined, days: 30 };

/** Kept while the page lives, so that the panel of an entry can change it. */
export const logChoice = createCell<LogChoice>(FIRST);

/** Entries that were read, for the panel. */
export const knownEntries = createCell<ReadonlyMap<number, AuditEntry>>(new Map());

/** Entries that the panel may find without a request. */
const MAX_KNOWN = 5_000;

export function keepEntries(entries: readonly AuditEntry[]): void {
  const all = [...knownEntries.get(), ...entries.map((entry) => [entry.number, entry] as const)];
  knownEntries.set(new Map(all.slice(-MAX_KNOWN)));
}

const DAY_SECONDS = 86_400;

export function filterOf({ kind, authorId, days }: LogChoice, nowMs: number): AuditFilter {
  return {
    kinds: kind === undefined ? undefined : [kind],
    actor_id: authorId,
    since: days === undefined ? undefined : Math.floor(nowMs / 1000) - days * DAY_SECONDS,
  };
}
