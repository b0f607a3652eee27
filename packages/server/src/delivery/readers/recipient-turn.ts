import type { Clock, Random } from '../../engine/clock.ts';
import type { Pool } from '../../engine/db/pool.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Write } from '../../engine/db/tx.ts';
import { backoffSeconds } from './backoff.ts';
import { readEntries, skippedTo } from './entries.ts';
import { errorText } from '../../engine/error-text.ts';
import type { DeliveryOutcome, HeldReader, ReaderKey, RecipientReader } from './kinds.ts';

export type RecipientTurnParts = {
  readonly pool: Pool;
  readonly write: Write;
  readonly clock: Clock;
  readonly random: Random;
  readonly onFailure: (key: ReaderKey, error: unknown) => void;
};

/** Time in which a node delivers a batch and moves the cursor; afterwards another node may take the reader. */
const LEASE_SECONDS = 60;
/** A delivery is aborted well before the end of its lease. */
const DELIVERY_TIMEOUT_MS = 40_000;

/** `lease` is the `due_at` of the claim as text, with all its digits: only its holder moves the cursor. */
type Claim = HeldReader & { readonly lease: string };

/** Delivers one batch, unless another node does. Returns whether there is more to deliver. */
export async function runRecipientReader(
  parts: RecipientTurnParts,
  reader: RecipientReader,
  key: ReaderKey,
  stopping: AbortSignal,
): Promise<boolean> {
  const held = await claim(parts.pool, key);
  if (held === undefined) return false;
  const { position, wanted } = held;
  const entries = await readEntries(parts.pool, key.realmId, {
    after: position,
    upTo: wanted,
    limit: reader.maxEntries,
  });
  const [first] = entries;
  if (first === undefined) return settleDone(parts.pool, held, wanted, undefined);
  const skipped = await skippedTo(parts.pool, key.realmId, position, first);
  const outcome = await deliverInTime(parts.clock, reader, held, entries, stopping);
  if (outcome.state === 'done') return settleDone(parts.pool, held, outcome.position, skipped);
  if (stopping.aborted) await release(parts.pool, held, outcome.position);
  else {
    parts.onFailure(key, outcome.error);
    await settleFailed(parts, reader, held, outcome);
  }
  return false;
}

async function claim(pool: Pool, { realmId, kind, id }: ReaderKey): Promise<Claim | undefined> {
  const row = await pool.first(
    sql<{ position: number; wanted: number; tries: number; lease: string }>`
      update log_reader set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
      where (realm_id, kind, id) = (
        select realm_id, kind, id from log_reader
        where realm_id = ${realmId} and kind = ${kind} and id = ${id}
          and wanted > position and paused_at is null and due_at <= clock_timestamp()
        for update skip locked)
      returning position, wanted, tries, due_at::text as lease`,
  );
  return row === undefined ? undefined : { realmId, kind, id, ...row };
}

async function deliverInTime(
  clock: Clock,
  reader: RecipientReader,
  held: HeldReader,
  entries: Parameters<RecipientReader['deliver']>[1],
  stopping: AbortSignal,
): Promise<DeliveryOutcome> {
  const timeout = new AbortController();
  const cancel = clock.after(DELIVERY_TIMEOUT_MS, () => {
    timeout.abort();
  });
  try {
    return await reader.deliver(held, entries, AbortSignal.any([stopping, timeout.signal]));
  } catch (error) {
    return { state: 'failed', position: held.position, error: errorText(error) };
  } finally {
    cancel();
  }
}

/** Moves the cursor and returns whether more is wanted; false if the lease ended before. */
async function settleDone(
  pool: Pool,
  { realmId, kind, id, lease }: Claim,
  position: number,
  skipped: number | undefined,
): Promise<boolean> {
  const row = await pool.first(
    sql<{ has_more: boolean }>`
      update log_reader set position = ${position}, due_at = clock_timestamp(), tries = 0,
        failing_since = null, last_error = null, skipped_to = coalesce(${skipped ?? null}, skipped_to)
      where realm_id = ${realmId} and kind = ${kind} and id = ${id} and due_at = ${lease}::timestamptz
      returning wanted > position as has_more`,
  );
  return row?.has_more ?? false;
}

/** A stopping node gives the reader back, so that another one continues at once. */
async function release(pool: Pool, { realmId, kind, id, lease }: Claim, position: number): Promise<void> {
  await pool.all(
    sql`update log_reader set position = ${position}, due_at = clock_timestamp()
      where realm_id = ${realmId} and kind = ${kind} and id = ${id} and due_at = ${lease}::timestamptz`,
  );
}

/** Records a failure, and pauses a reader that fails for too long; a moved position begins a new series of attempts. */
async function settleFailed(
  { write, random }: RecipientTurnParts,
  reader: RecipientReader,
  held: Claim,
  { position, error }: Extract<DeliveryOutcome, { state: 'failed' }>,
): Promise<void> {
  const { realmId, kind, id, lease } = held;
  const hasMoved = position > held.position;
  const tries = hasMoved ? 1 : held.tries + 1;
  const seconds = backoffSeconds(tries, reader.retries, random);
  await write(realmId, async (tx) => {
    const row = await tx.first(
      sql<{ is_paused: boolean }>`
        update log_reader set position = ${position}, tries = ${tries}, last_error = ${errorText(error)},
          failing_since = case when ${hasMoved} then now() else coalesce(failing_since, now()) end,
          paused_at = case when ${hasMoved} then paused_at
            when failing_since < now() - make_interval(secs => ${reader.retries.giveUpSeconds}) then now()
            else paused_at end,
          due_at = clock_timestamp() + make_interval(secs => ${seconds})
        where realm_id = ${realmId} and kind = ${kind} and id = ${id} and due_at = ${lease}::timestamptz
        returning paused_at is not distinct from now() as is_paused`,
    );
    if (row?.is_paused === true) await reader.onPause(tx, held, error);
  });
}
