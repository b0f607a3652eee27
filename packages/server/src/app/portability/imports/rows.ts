import type { ImportSource, RealmImport } from '@parley/contract/objects/realm-import.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../../engine/db/schema.ts';
import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { notFound } from '../../../engine/api-error.ts';
import type { ReportContent, ReportNote } from '../chats/report.ts';
import type { Sample } from '../chats/samples.ts';

export type ImportRow = Omit<Selectable<Schema['chat_import']>, 'report' | 'found' | 'samples' | 'notes'> & {
  readonly report: Partial<ReportContent>;
  readonly found: ReportContent | null;
  readonly samples: readonly Sample[];
  readonly notes: readonly ReportNote[];
};

const MAX_LISTED = 50;
/** An import can be taken back for this long. */
export const TAKES_BACK_DAYS = 30;
const DAY_MS = 86_400_000;

export function newestImports(reader: Reader, realmId: number): Promise<ImportRow[]> {
  return reader.all(sql<ImportRow>`
    select * from chat_import where realm_id = ${realmId} order by id desc limit ${MAX_LISTED}`);
}

export async function findImport(reader: Reader, realmId: number, id: number): Promise<ImportRow> {
  const row = await reader.first(sql<ImportRow>`
    select * from chat_import where realm_id = ${realmId} and id = ${id}`);
  if (row === undefined) throw notFound(`There is no import ${id}.`);
  return row;
}

/** Locks the import until the transaction ends. */
export async function lockImport(tx: Reader, realmId: number, id: number): Promise<ImportRow> {
  await tx.all(
    q.selectFrom('chat_import').select('id').where('realm_id', '=', realmId).where('id', '=', id).forUpdate(),
  );
  return findImport(tx, realmId, id);
}

const SHOWN_STATES = {
  receiving: 'receiving',
  checking: 'checking',
  checked: 'checked',
  waiting: 'importing',
  running: 'importing',
  done: 'done',
  returning: 'taking_back',
  returned: 'taken_back',
  failed: 'failed',
} as const satisfies Record<ImportRow['state'], RealmImport['state']>;

export function presentImport(row: ImportRow): RealmImport {
  const { id, state, user_id, file_name, size, received, progress, total, found, report, problem } = row;
  const wasImported = report.taken !== undefined;
  const ends = state === 'done' && row.finished_at !== null ? endOfReturn(row.finished_at) : undefined;
  return {
    id,
    source: row.source as ImportSource,
    state: SHOWN_STATES[state],
    acting_user_id: user_id,
    file_name,
    size,
    received,
    started: secondsOf(row.started_at),
    ended: row.finished_at === null ? null : secondsOf(row.finished_at),
    progress,
    total,
    found: found === null ? null : countsOf(found.taken),
    taken: wasImported ? countsOf(report.taken) : null,
    not_taken: wasImported || found !== null ? countsOf(report.notTaken ?? found?.notTaken ?? {}) : null,
    takes_back_until: ends === undefined ? null : secondsOf(ends),
    taken_back: row.taken_back_at === null ? null : secondsOf(row.taken_back_at),
    problem,
  };
}

function endOfReturn(finished: Date): Date {
  return new Date(finished.getTime() + TAKES_BACK_DAYS * DAY_MS);
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

function countsOf(counts: Readonly<Record<string, number>> = {}): { what: string; count: number }[] {
  return Object.entries(counts).map(([what, count]) => ({ what, count }));
}
