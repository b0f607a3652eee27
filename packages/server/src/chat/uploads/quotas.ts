import { ApiError } from '../../engine/api-error.ts';
import type { Config } from '../../engine/config.ts';
import { type Reader, sql } from '../../engine/db/sql.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';

const MIB = 1024 * 1024;

/** Bytes that the actor may still store, and the error for a larger file. */
export type SpaceLeft = { readonly bytes: number; readonly exceeded: () => ApiError };

/** Bytes of an organization, and those of one of its users. */
export type SharedBytes = { readonly realm: number; readonly user: number };

/**
 * The smaller rest of two quotas: of the user, and of the organization. Uploads in pieces count with their announced
 * size; `arriving` are the bytes of other uploads that have no row yet.
 */
export async function spaceLeft(
  reader: Reader,
  { uploads }: Pick<Config, 'uploads'>,
  { realm, user }: Actor,
  arriving: SharedBytes = { realm: 0, user: 0 },
): Promise<SpaceLeft> {
  const used = await reader.first(
    sql<SharedBytes>`select
      coalesce((select used + reserved from upload_space where realm_id = ${realm.id}), 0)::bigint as realm,
      coalesce((
        select used from user_upload_space where realm_id = ${realm.id} and user_id = ${user.id}
      ), 0)::bigint as "user"`,
  );
  const userQuotaMiB = isGuest(user) ? uploads.guestQuotaMiB : uploads.userQuotaMiB;
  const ofRealm = restOf(uploads.quotaMiB, (used?.realm ?? 0) + arriving.realm);
  const ofUser = restOf(userQuotaMiB, (used?.user ?? 0) + arriving.user);
  return ofUser < ofRealm
    ? { bytes: ofUser, exceeded: () => quotaReached('You have reached your', userQuotaMiB) }
    : { bytes: ofRealm, exceeded: () => quotaReached('The organization has reached its', uploads.quotaMiB) };
}

/** Throws if the files stored so far, those of this transaction included, exceed a quota. */
export async function requireWithinQuotas(
  reader: Reader,
  config: Pick<Config, 'uploads'>,
  actor: Actor,
): Promise<void> {
  const { bytes, exceeded } = await spaceLeft(reader, config, actor);
  if (bytes < 0) throw exceeded();
}

function restOf(quotaMiB: number | undefined, used: number): number {
  return quotaMiB === undefined ? Infinity : quotaMiB * MIB - used;
}

function quotaReached(subject: string, quotaMiB: number | undefined): ApiError {
  return new ApiError('REALM_UPLOAD_QUOTA', `${subject} quota of ${quotaMiB} MiB for uploaded files.`);
}
