import { randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError, notFound } from '../../engine/api-error.ts';
import type { Clock } from '../../engine/clock.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';

type Parts = {
  readonly pool: Reader;
  readonly sealer: Pick<Sealer, 'fingerprint'>;
  readonly clock: Pick<Clock, 'now'>;
};

const LIFETIME_MS = 30 * 60_000;
/** Wrong codes after which a code no longer works. */
const MAX_ATTEMPTS = 10;
const SEED_BYTES = 16;

/** Crockford's alphabet: without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;

/** Whether the server was installed and no organization was created yet. */
export async function hasNoOrganization(reader: Reader): Promise<boolean> {
  return (await reader.first(q.selectFrom('realm').select('id').limit(1))) === undefined;
}

export type SetupCode = {
  readonly code: string;
  /** It was made by this call. */
  readonly isNew: boolean;
};

/**
 * The code of a server without an organization, the same on all nodes; undefined if there is one. An expired code is
 * replaced. One that was tried too often is replaced for the operator only, or guesses would go on.
 */
export async function currentSetupCode(
  { pool, sealer, clock }: Parts,
  { forOperator }: { readonly forOperator: boolean },
): Promise<SetupCode | undefined> {
  if (!(await hasNoOrganization(pool))) return undefined;
  const now = new Date(clock.now());
  const made = await pool.first(
    sql<{ seed: Buffer }>`
      insert into setup_code as known (seed, expires_at)
      values (${randomBytes(SEED_BYTES)}, ${new Date(clock.now() + LIFETIME_MS)})
      on conflict (is_only) do update
        set seed = excluded.seed, expires_at = excluded.expires_at, attempts = 0
        where known.expires_at <= ${now} or (${forOperator} and known.attempts >= ${MAX_ATTEMPTS})
      returning seed`,
  );
  const row = made ?? (await pool.first(q.selectFrom('setup_code').select('seed')));
  if (row === undefined) return undefined;
  const plain = codeOf(sealer, row.seed);
  return {
    code: `${plain.slice(0, CODE_LENGTH / 2)}-${plain.slice(CODE_LENGTH / 2)}`,
    isNew: made !== undefined,
  };
}

/** Returns the seed of a valid code; throws for every other one. Only wrong codes count as attempts. */
export async function checkCode({ pool, sealer, clock }: Parts, given: string): Promise<Buffer> {
  if (!(await hasNoOrganization(pool))) throw noSetup();
  const row = await pool.first(
    sql<{ seed: Buffer }>`
      update setup_code set attempts = attempts + 1
      where attempts < ${MAX_ATTEMPTS} and expires_at > ${new Date(clock.now())} returning seed`,
  );
  if (row === undefined)
    throw new ApiError(
      'AUTHENTICATION_FAILED',
      'The code has expired or was tried too often. Run “parley setup” on the server for a new one.',
    );
  if (!isSame(codeOf(sealer, row.seed), plainOf(given)))
    throw new ApiError('AUTHENTICATION_FAILED', 'This is not the code that the server printed.');
  await pool.all(
    sql`update setup_code set attempts = attempts - 1 where seed = ${row.seed} and attempts > 0`,
  );
  return row.seed;
}

/** With an organization there is no set-up. */
export function noSetup(): ApiError {
  return notFound('There is nothing here.');
}

function codeOf({ fingerprint }: Pick<Sealer, 'fingerprint'>, seed: Buffer): string {
  const bytes = Buffer.from(fingerprint('setup code', seed.toString('hex')), 'hex');
  return Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join(
    '',
  );
}

/** The code without spaces and hyphens; letters that are not in the alphabet stand for the digits that they look like. */
function plainOf(given: string): string {
  return given
    .slice(0, 100)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}

function isSame(code: string, given: string): boolean {
  const [a, b] = [Buffer.from(code), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
