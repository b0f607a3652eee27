import { pause, type Clock } from '../clock.ts';
import { isUnavailable } from '../db/errors.ts';
import type { Pool } from '../db/pool.ts';
import { q, readerOn, sql } from '../db/sql.ts';
import { NAMES_PLACE } from './places.ts';
import { resealTable, sealedTables, type Resealed } from './reseal.ts';
import type { Keyring } from './seal.ts';
import type { SealingKey } from './sealing-key.ts';
import { followRows, keyOf, newKeyRow, readSealingKeys, SecretError } from './sealing-keys.ts';

/** Nodes read the state of the keys this often. */
export const KEYS_POLL_MS = 2_000;
/** Every running node reads the keys at least once in this time. */
const NODES_FOLLOW_MS = 3 * KEYS_POLL_MS;

export type Rotation = {
  readonly pool: Pool;
  readonly sealer: Keyring;
  readonly clock: Clock;
  readonly report: (line: string) => void;
};

export type RotationResult = { readonly sealed: number; readonly unreadable: number };

/**
 * Seals everything with `PARLEY_SECRET`. Each step can be repeated, so a rotation that was interrupted continues when
 * it is started again:
 * 1. The new key is announced as pending; a running node without it refuses, which ends the rotation.
 * 2. The new key becomes current. Nodes seal with it once they have read that.
 * 3. Values of other keys are sealed again, until none is left.
 * 4. Other keys are deleted while no transaction uses them.
 */
export async function rotateSecret(rotation: Rotation): Promise<RotationResult> {
  const { sealer } = rotation;
  const [key] = sealer.keys;
  await announce(rotation, key);
  await makeCurrent(rotation, key);
  let sealed = 0;
  for (;;) {
    const pass = await resealAll(rotation, key);
    sealed += pass.sealed;
    if (pass.sealed === 0 && pass.left === 0) {
      const last = await retireOthers(rotation, key);
      sealed += last.sealed;
      if (last.isRetired) return { sealed, unreadable: pass.unreadable };
    }
    if (pass.left > 0) await pause(rotation.clock, KEYS_POLL_MS);
  }
}

async function announce({ pool, sealer, clock, report }: Rotation, key: SealingKey): Promise<void> {
  const rows = await readSealingKeys(pool);
  const current = rows.find(({ state }) => state === 'current');
  if (current?.id.equals(key.id) === true) return;
  const from = current === undefined ? undefined : keyOf(sealer, current.id);
  if (current === undefined || from === undefined) throw new SecretError('No sealing key is current.');
  const nameRoot = Buffer.from(from.open(NAMES_PLACE, current.names_sealed), 'hex');
  await pool.all(
    q
      .insertInto('sealing_key')
      .values({ ...newKeyRow(key, nameRoot), state: 'pending' })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ refused_at: null })),
  );
  report(`Announced the new secret ${key.id.toString('hex')} to the running nodes.`);
  await pause(clock, NODES_FOLLOW_MS);
  await checkAccepted(pool, key);
}

async function checkAccepted(pool: Pool, key: SealingKey): Promise<void> {
  const row = (await readSealingKeys(pool)).find(({ id }) => id.equals(key.id));
  if (row?.refused_at === null) return;
  throw new SecretError(
    'A running node does not have the new secret. Restart every node with PARLEY_SECRET and PARLEY_SECRET_PREVIOUS, then run this command again.',
  );
}

async function makeCurrent({ pool, sealer, clock, report }: Rotation, key: SealingKey): Promise<void> {
  const isCurrent = (await readSealingKeys(pool)).some(
    ({ id, state }) => state === 'current' && id.equals(key.id),
  );
  if (!isCurrent) {
    await inTransaction(pool, async (client) => {
      await client.all(sql`update sealing_key set state = 'retiring' where state = 'current'`);
      await client.all(sql`update sealing_key set state = 'current' where id = ${key.id}`);
    });
    report('New values are sealed with the new secret.');
    await pause(clock, NODES_FOLLOW_MS);
  }
  followRows(sealer, await readSealingKeys(pool));
}

async function resealAll({ pool, sealer, report }: Rotation, key: SealingKey): Promise<Resealed> {
  const total = { sealed: 0, left: 0, unreadable: 0 };
  for (const table of sealedTables) {
    const done = await resealTable(pool, sealer, key, table, (sealed) => {
      report(`${table}: ${sealed} sealed again …`);
    });
    if (done.sealed > 0) report(`${table}: ${done.sealed} sealed again.`);
    total.sealed += done.sealed;
    total.left += done.left;
    total.unreadable += done.unreadable;
  }
  await checkAccepted(pool, key);
  return total;
}

/**
 * Deletes the other keys unless one of their values is found while no transaction can write more of them. A transaction
 * that holds a key for longer than the lock timeout postpones it.
 */
async function retireOthers(
  rotation: Rotation,
  key: SealingKey,
): Promise<{ sealed: number; isRetired: boolean }> {
  const retire = inTransaction(rotation.pool, async (client) => {
    await client.all(sql`select id from sealing_key where id <> ${key.id} for update`);
    const { sealed, left } = await resealAll(rotation, key);
    const isRetired = sealed === 0 && left === 0;
    if (isRetired) await client.all(sql`delete from sealing_key where id <> ${key.id}`);
    return { sealed, isRetired };
  });
  return retire.catch((error: unknown) => {
    if (isUnavailable(error)) return { sealed: 0, isRetired: false };
    throw error;
  });
}

async function inTransaction<T>(
  pool: Pool,
  work: (client: ReturnType<typeof readerOn>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(readerOn(client));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}
