import * as z from 'zod';
import type { AttachmentRow } from './rows.ts';
import { TEMPORARY_URL_PLACE } from '../../engine/secrets/places.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';

const LIFETIME_SECONDS = 60;

const tokenContent = z.tuple([z.literal('file'), z.int(), z.int(), z.number()]);

/** A short-lived URL of a file that needs no credentials. */
export function temporaryUrl(sealer: Sealer, file: AttachmentRow, now: number): string {
  const expires = now + LIFETIME_SECONDS * 1000;
  const token = sealer
    .seal(TEMPORARY_URL_PLACE, JSON.stringify(['file', file.realm_id, file.id, expires]))
    .toString('base64url');
  return `/user_uploads/temporary/${token}/${encodeURIComponent(file.path_id.split('/').at(-1) ?? '')}`;
}

/** The file of a temporary URL; undefined if the token is forged or expired. */
export function readToken(
  sealer: Sealer,
  token: string,
  now: number,
): { readonly realmId: number; readonly id: number } | undefined {
  const read = tokenContent.safeParse(unseal(sealer, token));
  if (!read.success) return undefined;
  const [, realmId, id, expires] = read.data;
  return expires < now ? undefined : { realmId, id };
}

function unseal(sealer: Sealer, token: string): unknown {
  try {
    return JSON.parse(sealer.open(TEMPORARY_URL_PLACE, Buffer.from(token, 'base64url'))) as unknown;
  } catch {
    return undefined;
  }
}
