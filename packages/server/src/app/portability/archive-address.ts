import * as z from 'zod';
import type { RealmRow } from '../../engine/db/realm.ts';
import { urlOf } from '../../engine/hosts.ts';
import { TEMPORARY_URL_PLACE } from '../../engine/secrets/places.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';
import type { World } from '../../http/world.ts';

/** Addresses of archives that are stored; each works without credentials until it expires. */
const ADDRESSES = {
  export: {
    path: 'exports',
    lifetimeMs: 60 * 60 * 1000,
    nameOf: (subdomain: string, id: number) =>
      `${subdomain === '' ? 'organization' : subdomain}-export-${id}.tar`,
  },
  'personal export': {
    path: 'personal',
    lifetimeMs: 10 * 60 * 1000,
    nameOf: (_subdomain: string, id: number) => `my-data-${id}.tar`,
  },
} as const;

export type AddressedArchive = keyof typeof ADDRESSES;

const tokenContent = z.tuple([z.string(), z.int(), z.int(), z.number()]);

export function archiveUrl(
  { sealer, clock, config }: Pick<World, 'sealer' | 'clock' | 'config'>,
  { id: realmId, subdomain }: Pick<RealmRow, 'id' | 'subdomain'>,
  archive: AddressedArchive,
  id: number,
): string {
  const { path, lifetimeMs } = ADDRESSES[archive];
  const content = JSON.stringify([archive, realmId, id, clock.now() + lifetimeMs]);
  const token = sealer.seal(TEMPORARY_URL_PLACE, content).toString('base64url');
  return `${urlOf(config.hosts, subdomain)}/user_uploads/${path}/${token}/${archiveName(subdomain, archive, id)}`;
}

/** The name of the downloaded file. */
export function archiveName(subdomain: string, archive: AddressedArchive, id: number): string {
  return ADDRESSES[archive].nameOf(subdomain, id);
}

/** The archive of an address; undefined if the token is forged, expired or of another kind. */
export function readArchiveToken(
  { sealer, clock }: Pick<World, 'sealer' | 'clock'>,
  archive: AddressedArchive,
  token: string,
): { readonly realmId: number; readonly id: number } | undefined {
  const read = tokenContent.safeParse(unseal(sealer, token));
  if (!read.success) return undefined;
  const [kind, realmId, id, expires] = read.data;
  return kind !== archive || expires < clock.now() ? undefined : { realmId, id };
}

function unseal(sealer: Sealer, token: string): unknown {
  try {
    return JSON.parse(sealer.open(TEMPORARY_URL_PLACE, Buffer.from(token, 'base64url'))) as unknown;
  } catch {
    return undefined;
  }
}
