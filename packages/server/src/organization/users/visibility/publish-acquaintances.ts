import { roles } from '@parley/contract/rights/roles.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { type Audience, only } from '../../../engine/log/audience.ts';
import { readProfiles } from '../../profile-fields/rows.ts';
import { repeatStatus } from '../../user-status/publish-status.ts';
import { domainOf } from '../address.ts';
import { rolesSeeing } from '../email-visibility.ts';
import { presentUnknown, presentUser, visibilityOfAudience } from '../present.ts';
import { realmOf } from '../queries.ts';
import type { Server } from '../server.ts';
import type { Acquaintance } from './acquaintance.ts';
import { deleteGuestQueues } from './delete-guest-queues.ts';

/** If more users become visible to a guest or hidden, the guest's clients fetch a new snapshot instead. */
const MAX_USERS_PER_GUEST = 500;

/** Publishes users to guests who can now see them. Locks the users, so that they stay as published until commit. */
export async function showToGuests(tx: Tx, server: Server, gained: readonly Acquaintance[]): Promise<void> {
  const guestsOf = await audiencesByUser(tx, gained);
  if (guestsOf.size === 0) return;
  const realm = await realmOf(tx);
  const users = await tx.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', sql<number>`any(${[...guestsOf.keys()]}::bigint[])`)
      .orderBy('id')
      .forShare(),
  );
  const profiles = await readProfiles(tx, tx.realmId, users);
  for (const user of users) {
    const audience = guestsOf.get(user.id) ?? only();
    const visibility = visibilityOfAudience(
      server,
      realm.subdomain,
      rolesSeeing(user.email_visibility).includes(roles.guest),
    );
    const shown = presentUser(user, visibility, profiles.get(user.id) ?? {});
    tx.emit(audience, { type: 'realm_user', op: 'add', person: shown });
    if (user.is_active) await repeatStatus(tx, user, audience);
  }
}

/** Hides users from guests who can no longer see them. Clients that need complete lists get a placeholder instead. */
export async function hideFromGuests(tx: Tx, server: Server, lost: readonly Acquaintance[]): Promise<void> {
  const guestsOf = await audiencesByUser(tx, lost);
  if (guestsOf.size === 0) return;
  const { subdomain } = await realmOf(tx);
  for (const [id, audience] of guestsOf) {
    const unknown = presentUnknown(id, domainOf(server.config.hosts, subdomain));
    const { user_id, full_name } = unknown;
    tx.emit(audience, { type: 'realm_user', op: 'remove', person: { user_id, full_name } });
    tx.emit(audience, { type: 'realm_user', op: 'add', person: unknown });
  }
}

/** The guests to notify about each user; deletes the queues of guests with too many users. */
async function audiencesByUser(
  tx: Tx,
  pairs: readonly Acquaintance[],
): Promise<ReadonlyMap<number, Audience>> {
  const usersOf = Map.groupBy(pairs, ({ guest_id }) => guest_id);
  const overflowing = [...usersOf]
    .filter(([, users]) => users.length > MAX_USERS_PER_GUEST)
    .map(([id]) => id);
  await deleteGuestQueues(tx, overflowing);
  const remaining = pairs.filter(({ guest_id }) => !overflowing.includes(guest_id));
  return new Map(
    Array.from(
      Map.groupBy(remaining, ({ user_id }) => user_id),
      ([id, guests]) => [id, only(...guests.map(({ guest_id }) => guest_id))],
    ),
  );
}
