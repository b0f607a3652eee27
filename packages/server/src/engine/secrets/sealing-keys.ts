import type { NotNull, Selectable } from 'kysely';
import type { Config } from '../config.ts';
import { createPool } from '../db/pool.ts';
import type { Schema } from '../db/schema.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import { NAMES_PLACE, placeOf } from './places.ts';
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
    opensUnbound: keyring.keys.filter(({ id }) =>
      used.some((each) => each.opens_unbound && each.id.equals(id)),
    ),
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

/** Records the secret of a database that has none yet: the one that opens its values, or that of the first node. */
async function adoptKey(reader: Reader, keyring: Keyring): Promise<SealingKeyRow[]> {
  const samples = await sampleKeys(reader);
  const key = samples.length === 0 ? keyring.keys[0] : keyring.keys.find((each) => opensAny(each, samples));
  if (key === undefined)
    throw new SecretError(
      'The secret does not open the API keys in the database. Set PARLEY_SECRET to the value in use when the users were created.',
    );
  await reader.all(
    q
      .insertInto('sealing_key')
      .values({ ...newKeyRow(key, key.nameRoot), state: 'current', opens_unbound: samples.length > 0 })
      // Another node may have recorded its secret meanwhile; the caller compares.
      .onConflict((conflict) => conflict.doNothing()),
  );
  return readSealingKeys(reader);
}

export function newKeyRow(key: SealingKey, nameRoot: Buffer): Pick<SealingKeyRow, 'id' | 'names_sealed'> {
  return { id: key.id, names_sealed: key.seal(NAMES_PLACE, nameRoot.toString('hex')) };
}

type Sample = { readonly realm_id: number; readonly id: number; readonly key_sealed: Buffer };

const SAMPLE_SIZE = 20;
/** A sealed API key without header: nonce, tag and 32 characters. System accounts have shorter placeholders. */
const MIN_SEALED_BYTES = 60;

function sampleKeys(reader: Reader): Promise<Sample[]> {
  return reader.all(
    q
      .selectFrom('realm_user')
      .select(['realm_id', 'id', 'key_sealed'])
      .where(sql`octet_length(key_sealed)`, '>=', MIN_SEALED_BYTES)
      .$narrowType<{ key_sealed: NotNull }>()
      .limit(SAMPLE_SIZE),
  );
}

function opensAny(key: SealingKey, samples: readonly Sample[]): boolean {
  return samples.some((sample) => {
    const isBound = sample.key_sealed.subarray(0, key.header.length).equals(key.header);
    try {
      if (isBound) key.open(placeOf('realm_user', sample), sample.key_sealed);
      else key.openUnbound(sample.key_sealed);
      return true;
    } catch {
      return false;
    }
  });
}
