import * as z from 'zod';
import type { AttachmentRow } from './rows.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';

/** How long an address works that needs no credentials. */
const SECONDS = 60;

const pass = z.tuple([z.literal('file'), z.int(), z.int(), z.number()]);

/** An address of a file for whoever has it, for a short while. */
export function temporaryAddress(sealer: Sealer, file: AttachmentRow, now: number): string {
  const expires = now + SECONDS * 1000;
  const token = sealer.seal(JSON.stringify(['file', file.realm_id, file.id, expires])).toString('base64url');
  return `/user_uploads/temporary/${token}/${encodeURIComponent(file.path_id.split('/').at(-1) ?? '')}`;
}

/** Which file such an address means; undefined if we did not make it, or not lately. */
export function readToken(
  sealer: Sealer,
  token: string,
  now: number,
): { readonly realmId: number; readonly id: number } | undefined {
  const read = pass.safeParse(opened(sealer, token));
  if (!read.success) return undefined;
  const [, realmId, id, expires] = read.data;
  return expires < now ? undefined : { realmId, id };
}

function opened(sealer: Sealer, token: string): unknown {
  try {
    return JSON.parse(sealer.open(Buffer.from(token, 'base64url'))) as unknown;
  } catch {
    return undefined;
  }
}
