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
import { endGuestsQueues } from './end-guests-queues.ts';

/** Beyond this many users who come into sight or leave it, a guest's clients read everything again. */
const MOST_TOLD = 500;

/** Shows users to guests who know them from now on. Who comes into sight stays as shown until the transaction ends. */
export async function introduceToGuests(
  tx: Tx,
  server: Server,
  gained: readonly Acquaintance[],
): Promise<void> {
  const guestsOf = await tellable(tx, gained);
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
      rolesSeeing(user.email_visibility).includes(600),
    );
    const shown = presentUser(user, visibility, profiles.get(user.id) ?? {});
    tx.emit(audience, { type: 'realm_user', op: 'add', person: shown });
    if (user.is_active) await repeatStatus(tx, user, audience);
  }
}

/** Takes users from guests who no longer know them. Clients whose list has no holes get somebody unknown instead. */
export async function hideFromGuests(tx: Tx, server: Server, lost: readonly Acquaintance[]): Promise<void> {
  const guestsOf = await tellable(tx, lost);
  if (guestsOf.size === 0) return;
  const { subdomain } = await realmOf(tx);
  for (const [id, audience] of guestsOf) {
    const unknown = presentUnknown(id, domainOf(server.config.hosts, subdomain));
    const { user_id, full_name } = unknown;
    tx.emit(audience, { type: 'realm_user', op: 'remove', person: { user_id, full_name } });
    tx.emit(audience, { type: 'realm_user', op: 'add', person: unknown });
  }
}

/** The guests to be told of each user. */
async function tellable(tx: Tx, pairs: readonly Acquaintance[]): Promise<ReadonlyMap<number, Audience>> {
  const usersOf = Map.groupBy(pairs, ({ guest_id }) => guest_id);
  const crowded = [...usersOf].filter(([, users]) => users.length > MOST_TOLD).map(([id]) => id);
  await endGuestsQueues(tx, crowded);
  const told = pairs.filter(({ guest_id }) => !crowded.includes(guest_id));
  return new Map(
    Array.from(
      Map.groupBy(told, ({ user_id }) => user_id),
      ([id, guests]) => [id, only(...guests.map(({ guest_id }) => guest_id))],
    ),
  );
}
