import type pg from 'pg';
import type { RawBuilder } from 'kysely';
import { appendAudit } from '../audit/append.ts';
import type { AuditRecord } from '../audit/audit-entry.ts';
import { currentAuthor, type ProcessAuthor } from '../audit/author.ts';
import type { Clock } from '../clock.ts';
import type { Audience } from '../log/audience.ts';
import { eventRow, controlRow, type LogRow } from '../log/entry.ts';
import type { LoggedEvent } from '../log/logged-event.ts';
import type { ControlEntry } from '../log/control-entry.ts';
import { retry } from './retry.ts';
import type { Pool } from './pool.ts';
import { isLockTimeout, ConnectionLostError } from './errors.ts';
import { runCommit, resolveLostCommit } from './lost-commit.ts';
import { readerOn, sql, type Query, type Reader } from './sql.ts';

/** A transaction of one organization. All changes and events are written by one, except batched sends (`send_messages`). */
export type Tx = Reader & {
  readonly realmId: number;
  /** Adds an event to the log when the transaction commits; returns its index within the transaction. */
  emit(audience: Audience, event: LoggedEvent): number;
  /** Adds a notice for the nodes to the log, which takes effect at its log position; returns its index. */
  notify(notice: ControlEntry): number;
  /** Adds an entry to the audit trail of the organization when the transaction commits. */
  record(change: AuditRecord): void;
  /** Runs a statement after log positions are assigned. `position(n)` is the position of the entry with index n. */
  atPosition(statement: (position: (index: number) => RawBuilder<number>) => Query<unknown>): void;
  /** The log position of the entry with this index, after the commit. */
  placed(index: number): number;
};

/** Called after a commit with the new head of the log. */
export type WakeUp = (realmId: number, head: number) => void;

export type Write = <T>(realmId: number, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Attempts of a transaction that runs into lock timeouts or deadlocks. */
const MAX_ATTEMPTS = 3;

const THE_SERVER: ProcessAuthor = { kind: 'server' };

/** Runs a transaction, and retries it after a lock timeout or deadlock, when nothing was written. */
export function createWrite(
  pool: Pool,
  wakeUp: WakeUp,
  clock: Clock,
  author: ProcessAuthor = THE_SERVER,
): Write {
  const writeOnce = createWriteOnce(pool, wakeUp, clock, author);
  return (realmId, work) => retry(MAX_ATTEMPTS, isLockTimeout, () => writeOnce(realmId, work));
}

function createWriteOnce(pool: Pool, wakeUp: WakeUp, clock: Clock, author: ProcessAuthor): Write {
  return async (realmId, work) => {
    const pending: Pending = { entries: [], changes: [], statements: [] };
    const written: { result?: Awaited<ReturnType<typeof work>>; head?: number | undefined } = {};
    try {
      await transact(pool, clock, async (client) => {
        written.result = await work(openTx(client, realmId, pending));
        await appendChanges(client, realmId, pending.changes, author, clock);
        written.head = await appendEntries(client, realmId, pending);
      });
    } catch (error) {
      const isCommitted = () => isLogged(pool, realmId, written.head, pending.entries.at(-1)?.event);
      if (
        !(error instanceof ConnectionLostError) ||
        (await resolveLostCommit(pool, clock, error.backend, isCommitted)) !== true
      )
        throw error;
    }
    pending.head = written.head;
    if (pending.head !== undefined) wakeUp(realmId, pending.head);
    return written.result as Awaited<ReturnType<typeof work>>;
  };
}

/** Runs work in a transaction. A connection that is lost, or cannot roll back, is removed from the pool. */
async function transact(
  pool: Pool,
  clock: Clock,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query('begin');
    await work(client);
    await commit(client, clock);
  } catch (error) {
    connectionError = error instanceof ConnectionLostError ? error : await rollBack(client);
    throw error;
  } finally {
    client.release(connectionError);
  }
}

type Pending = {
  head?: number | undefined;
  entries: Omit<LogRow, 'position'>[];
  changes: AuditRecord[];
  statements: ((position: (index: number) => RawBuilder<number>) => Query<unknown>)[];
};

function openTx(client: pg.PoolClient, realmId: number, pending: Pending): Tx {
  return {
    realmId,
    ...readerOn(client),
    emit: (audience, event) => pending.entries.push(eventRow(audience, event)) - 1,
    notify: (notice) => pending.entries.push(controlRow(notice)) - 1,
    record: (change) => {
      pending.changes.push(change);
    },
    atPosition: (statement) => {
      pending.statements.push(statement);
    },
    placed: (index) => {
      if (pending.head === undefined) throw new Error('The transaction has not been committed yet.');
      return pending.head - pending.entries.length + index + 1;
    },
  };
}

/** The chain of audit entries is locked before the head of the log, so that a commit which waits for it delays no send. */
async function appendChanges(
  client: pg.PoolClient,
  realmId: number,
  changes: readonly AuditRecord[],
  process: ProcessAuthor,
  clock: Clock,
): Promise<void> {
  if (changes.length === 0) return;
  const author = currentAuthor(process);
  await readerOn(client).all(appendAudit(realmId, changes, author, clock.now()));
}

/** Appends the entries to the log; returns the position of the last one. */
async function appendEntries(
  client: pg.PoolClient,
  realmId: number,
  { entries, statements }: Pending,
): Promise<number | undefined> {
  let head: number | undefined;
  if (entries.length > 0) {
    const audiences = entries.map((entry) => entry.audience);
    const events = entries.map((entry) => entry.event);
    const result = await client.query<{ base: number }>({
      name: 'append-log',
      text: 'select append_log($1, $2, $3) as base',
      values: [realmId, audiences, events],
    });
    head = (result.rows[0]?.base ?? 0) + entries.length;
  }
  const reader = readerOn(client);
  for (const statement of statements) await reader.all(statement(positionOf));
  return head;
}

async function commit(client: pg.PoolClient, clock: Clock): Promise<void> {
  const { command } = await runCommit(client, clock, () => client.query('commit'));
  if (command !== 'COMMIT') throw new Error('The transaction was rolled back by PostgreSQL.');
}

/** Whether the log has this entry at this position, which proves that its transaction was committed. */
async function isLogged(
  reader: Reader,
  realmId: number,
  position: number | undefined,
  event: string | undefined,
): Promise<boolean> {
  if (position === undefined) return false;
  const row = await reader.first(
    sql<{
      event: string;
    }>`select event from log_entry where realm_id = ${realmId} and position = ${position}`,
  );
  return row !== undefined && row.event === event;
}

function positionOf(index: number): RawBuilder<number> {
  return sql<number>`current_setting('parley.base')::bigint + ${sql.lit(index + 1)}`;
}

/** Returns the error if the rollback fails. */
async function rollBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('rollback failed');
  }
}
