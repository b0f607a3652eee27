import type { Selectable } from 'kysely';
import type { Config } from '../config.ts';
import { createPool } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import { NAMES_PLACE } from './places.ts';
import { createSealer, type Keyring } from './seal.ts';
import type { SealingKey } from './sealing-key.ts';

export type SealingKeyRow = Selectable<Schema['sealing_key']>;

/** The secret of a node is not the one that the database was sealed with. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

/** A sealer for the database of a configuration. Throws if a secret is missing. */
export async function openSealer(
  config: Pick<Config, 'database' | 'secret' | 'previousSecret'>,
): Promise<Keyring> {
  const keyring = createSealer(config.secret, config.previousSecret);
  const pool = createPool({ url: config.database.url, connections: 1 }, () => {});
  try {
    const rows = await readSealingKeys(pool);
    followRows(keyring, rows.length === 0 ? await adoptKey(pool, keyring) : rows);
  } finally {
    await pool.end();
  }
  return keyring;
}

/** Makes a running node follow a rotation. A node without the new secret refuses it. */
export async function followSealingKeys(reader: Reader, keyring: Keyring): Promise<void> {
  const rows = await readSealingKeys(reader);
  const unknown = rows.filter(({ id, refused_at }) => refused_at === null && !keyOf(keyring, id));
  for (const { id } of unknown)
    await reader.all(
      q
        .updateTable('sealing_key')
        .set({ refused_at: sql<Date>`now()` })
        .where('id', '=', id),
    );
  if (rows.length > 0) followRows(keyring, rows);
}

export function readSealingKeys(reader: Reader): Promise<SealingKeyRow[]> {
  return reader.all(q.selectFrom('sealing_key').selectAll().orderBy('created_at'));
}

export function keyOf(keyring: Keyring, id: Buffer): SealingKey | undefined {
  return keyring.keys.find((key) => key.id.equals(id));
}

/** Throws if a value may be sealed with a secret that the keyring lacks. */
export function followRows(keyring: Keyring, rows: readonly SealingKeyRow[]): void {
  const used = rows.filter(({ state }) => state !== 'pending');
  const missing = used.find(({ id }) => keyOf(keyring, id) === undefined);
  if (missing !== undefined) throw new SecretError(explainMissing(keyring, missing, used.length > 1));
  const row = used.find(({ state }) => state === 'current');
  const current = row === undefined ? undefined : keyOf(keyring, row.id);
  if (row === undefined || current === undefined) throw new SecretError('No sealing key is current.');
  keyring.follow({
    current,
    nameRoot: Buffer.from(current.open(NAMES_PLACE, row.names_sealed), 'hex'),
  });
}

function explainMissing(keyring: Keyring, { id }: SealingKeyRow, isRotating: boolean): string {
  const given = keyring.keys.map((key) => key.id.toString('hex')).join(', ');
  return [
    `The database is sealed with the secret of fingerprint ${id.toString('hex')}, but the configuration has ${given}.`,
    isRotating
      ? 'A rotation is not complete: set PARLEY_SECRET and PARLEY_SECRET_PREVIOUS to the new and the old secret, and run: parley secret rotate'
      : 'Set PARLEY_SECRET to the value in use before. To replace it, set PARLEY_SECRET_PREVIOUS to that value and run: parley secret rotate',
  ].join('\n');
}

/** Records the secret of the first node. */
async function adoptKey(reader: Reader, keyring: Keyring): Promise<SealingKeyRow[]> {
  const [key] = keyring.keys;
  await reader.all(
    q
      .insertInto('sealing_key')
      .values({ ...newKeyRow(key, key.nameRoot), state: 'current' })
      // Another node may have recorded its secret meanwhile; the caller compares.
      .onConflict((conflict) => conflict.doNothing()),
  );
  return readSealingKeys(reader);
}

export function newKeyRow(key: SealingKey, nameRoot: Buffer): Pick<SealingKeyRow, 'id' | 'names_sealed'> {
  return { id: key.id, names_sealed: key.seal(NAMES_PLACE, nameRoot.toString('hex')) };
}
