import { limitableScopes, type Scope } from '@parley/contract/scopes.ts';
import { limits } from '@parley/contract/limits.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import { badRequest, notFound } from '../../engine/api-error.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { hashOf, newGrantToken } from '../../engine/secrets/seal.ts';
import type { Actor } from '../../http/actor.ts';
import type { UsedCredential } from '../../http/accounts.ts';
import { checkReadableChannels } from '../../chat/channels/access.ts';
import { endCredentials } from '../credentials/end.ts';
import { confirmCredential } from '../credentials/keys.ts';
import { lockUsers } from '../users/queries.ts';
import { GRANT_COLUMNS, grantsOf, type GrantRow } from './rows.ts';

/** Characters of a token that stay visible. */
const SHOWN_LENGTH = 4;

type Wanted = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly days: number;
  readonly channels?: readonly number[] | undefined;
  /** In seconds. */
  readonly since?: number | undefined;
};

/** Creates a grant of the actor, who is locked, so that a concurrent deactivation or change of the password ends it too. */
export async function createGrant(
  tx: Tx,
  actor: Actor & { readonly credential: UsedCredential },
  wanted: Wanted,
): Promise<{ row: GrantRow; token: string }> {
  const { user, credential } = actor;
  const name = wanted.name.trim();
  if (name === '') throw badRequest('A grant needs a name.');
  checkScopesOfLimits(wanted);
  await lockUsers(tx, user.id, user.id);
  await confirmCredential(tx, credential);
  const channels = wanted.channels === undefined ? null : [...new Set(wanted.channels)];
  if (channels !== null) await checkReadableChannels(tx, actor, new Set(channels));
  await checkRoomForGrant(tx, user.id);
  const token = newGrantToken();
  const row = await tx.first(
    q
      .insertInto('credential')
      .values({
        realm_id: tx.realmId,
        user_id: user.id,
        kind: 'grant',
        secret_hash: hashOf(token),
        token_end: token.slice(-SHOWN_LENGTH),
        name,
        scopes: [...new Set(wanted.scopes)],
        last_used: null,
        channels,
        since: wanted.since === undefined ? null : new Date(wanted.since * 1000),
        expires_at: sql<Date>`now() + make_interval(days => ${wanted.days})`,
      })
      .returning(GRANT_COLUMNS),
  );
  if (row === undefined) throw new Error('The grant was not inserted.');
  tx.record({
    action: 'credential.began',
    object: { type: 'user', id: user.id },
    after: { credential_id: row.id, credential_kind: 'grant', scopes: row.scopes, channels: row.channels },
  });
  return { row, token };
}

/** Throws if a user, who is locked, has as many grants as there may be. */
export async function checkRoomForGrant(tx: Tx, userId: number): Promise<void> {
  if ((await grantsOf(tx, tx.realmId, userId)).length >= limits.grantsPerUser)
    throw badRequest(`A user has at most ${limits.grantsPerUser} grants. End one first.`);
}

/** Other scopes have operations that know no limits. */
function checkScopesOfLimits({ scopes, channels, since }: Wanted): void {
  if (channels === undefined && since === undefined) return;
  const other = scopes.find((scope) => !limitableScopes.includes(scope));
  if (other !== undefined) throw badRequest(`A grant with limits cannot have the scope ${other}.`);
}

/** Ends a grant of the actor, or of any user if the actor is an administrator. */
export async function endGrant(tx: Tx, { user }: Actor, id: number): Promise<void> {
  const grants = await grantsOf(tx, tx.realmId, isAdministrator(user) ? undefined : user.id);
  if (!grants.some((grant) => grant.id === id)) throw notFound(`There is no grant ${id}.`);
  await endCredentials(tx, [id]);
}
