import { createHmac } from 'node:crypto';
import { nextIn, q } from '@parley/server/engine/db/sql.ts';
import { placeOf } from '@parley/server/engine/secrets/places.ts';
import type { World } from '@parley/server/http/world.ts';
import { newSecret } from '@parley/server/organization/second-steps/totp.ts';
import type { TestBrowser } from './browser.ts';

const PERIOD_MS = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows for a secret in Base32, after RFC 6238. */
export function codeAt(secret: string, nowMs: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / PERIOD_MS)));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}

function bytesOf(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator app of a user. */
export type Authenticator = {
  readonly id: number;
  readonly secret: string;
  readonly codes: readonly string[];
};

/** Adds the user's first authenticator app with the code of a time. */
export async function addAuthenticator({ ask }: TestBrowser, nowMs: number): Promise<Authenticator> {
  const started = (await ask('/second-steps', { method: 'POST' })).json();
  const { id, secret } = started as { id: number; secret: string };
  const form = { code: codeAt(secret, nowMs) };
  const confirmed = await ask(`/second-steps/${id}/confirm`, { method: 'POST', form });
  return { id, secret, codes: confirmed.json()['recovery_codes'] as string[] };
}

/** Gives a user an authenticator app without ending a session, and returns its secret. */
export async function storeAuthenticator(
  { pool, sealer }: Pick<World, 'pool' | 'sealer'>,
  { realmId, id }: { readonly realmId: number; readonly id: number },
): Promise<string> {
  const row = { realm_id: realmId, id: await nextIn(pool, 'second_step_id') };
  const secret = newSecret();
  const sealed = sealer.seal(placeOf('second_step', row), secret);
  const others = { user_id: id, kind: 'totp', name: 'Phone', confirmed_at: new Date() } as const;
  await pool.all(q.insertInto('second_step').values({ ...row, ...others, sealed }));
  return secret;
}
