import { sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { headOf } from './entries.ts';
import type { ReaderKey } from './kinds.ts';

/** A reader as its owner sees it. */
export type ReaderState =
  | { readonly state: 'running'; readonly position: number }
  | {
      readonly state: 'failing';
      readonly position: number;
      readonly since: Date;
      readonly nextAt: Date;
      readonly error: string;
    }
  | {
      readonly state: 'paused';
      readonly position: number;
      readonly since: Date;
      readonly error: string | null;
    };

/** The log no longer has the entry after the position. */
export class PositionNotKeptError extends Error {
  override readonly name = 'PositionNotKeptError';
  readonly oldest: number;
  constructor(position: number, oldest: number) {
    super(`The log no longer has the entries after position ${position}; the oldest one is ${oldest}.`);
    this.oldest = oldest;
  }
}

/** Creates a recipient's reader that receives everything after the current head. */
export async function createReader(tx: Tx, kind: string, id: number): Promise<void> {
  await tx.all(
    sql`insert into log_reader (realm_id, kind, id, position, wanted)
      select realm_id, ${kind}, ${id}, head, head from realm_head where realm_id = ${tx.realmId}`,
  );
}

/** Creates the organization's reader of a kind that starts on request, unless it exists. */
export async function createOrganizationReader(tx: Tx, kind: string): Promise<void> {
  await tx.all(
    sql`insert into log_reader (realm_id, kind, id, position)
      select realm_id, ${kind}, 0, head from realm_head where realm_id = ${tx.realmId}
      on conflict do nothing`,
  );
}

/** Delivers everything after a position again. The node that holds the reader loses its lease. */
export async function replayReader(tx: Tx, kind: string, id: number, position: number): Promise<void> {
  const oldest = await oldestKept(tx);
  if (position + 1 < oldest) throw new PositionNotKeptError(position, oldest);
  const head = await headOf(tx, tx.realmId);
  await tx.all(
    sql`update log_reader set position = ${Math.min(position, head)}, wanted = ${head},
        due_at = clock_timestamp(), tries = 0, failing_since = null, last_error = null
      where realm_id = ${tx.realmId} and kind = ${kind} and id = ${id}`,
  );
}

/** Entries wait in the log until the reader is resumed, as long as the log keeps them. */
export async function pauseReader(tx: Tx, kind: string, id: number): Promise<void> {
  await tx.all(
    sql`update log_reader set paused_at = coalesce(paused_at, now())
      where realm_id = ${tx.realmId} and kind = ${kind} and id = ${id}`,
  );
}

export async function resumeReader(tx: Tx, kind: string, id: number): Promise<void> {
  await tx.all(
    sql`update log_reader set paused_at = null, due_at = clock_timestamp(), tries = 0,
        failing_since = null, last_error = null
      where realm_id = ${tx.realmId} and kind = ${kind} and id = ${id} and paused_at is not null`,
  );
}

export async function deleteReader(tx: Tx, kind: string, id: number): Promise<void> {
  await tx.all(sql`delete from log_reader where realm_id = ${tx.realmId} and kind = ${kind} and id = ${id}`);
}

/** Columns of `log_reader` that describe the state of a reader. */
export type ReaderStateRow = {
  position: number;
  due_at: Date;
  failing_since: Date | null;
  last_error: string | null;
  paused_at: Date | null;
};

export async function stateOf(
  reader: Reader,
  { realmId, kind, id }: ReaderKey,
): Promise<ReaderState | undefined> {
  const row = await reader.first(
    sql<ReaderStateRow>`
      select position, due_at, failing_since, last_error, paused_at from log_reader
      where realm_id = ${realmId} and kind = ${kind} and id = ${id}`,
  );
  return row === undefined ? undefined : presentReaderState(row);
}

export function presentReaderState({
  position,
  due_at,
  failing_since,
  last_error,
  paused_at,
}: ReaderStateRow): ReaderState {
  if (paused_at !== null) return { state: 'paused', position, since: paused_at, error: last_error };
  if (failing_since === null) return { state: 'running', position };
  return { state: 'failing', position, since: failing_since, nextAt: due_at, error: last_error ?? '' };
}

async function oldestKept(tx: Tx): Promise<number> {
  const row = await tx.first(
    sql<{ position: number }>`
      select position from log_entry where realm_id = ${tx.realmId} order by position limit 1`,
  );
  return row?.position ?? (await headOf(tx, tx.realmId)) + 1;
}
