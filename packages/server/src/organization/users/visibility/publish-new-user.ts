import type { Tx } from '../../../engine/db/tx.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { splitByAddress, guestsNotSeeing } from '../audience.ts';
import { presentUser, presentUnknown, visibilityOfAudience, type ShownUser } from '../present.ts';
import type { Server } from '../server.ts';

/** Publishes a new user to everyone, with or without the real address; guests who cannot see it get a placeholder. */
export async function publishNewUser(
  tx: Tx,
  server: Server,
  realm: RealmRow,
  user: ShownUser,
): Promise<void> {
  for (const { audience, seesAddress } of await splitByAddress(tx, realm, user)) {
    const visibility = visibilityOfAudience(server, realm.subdomain, seesAddress);
    tx.emit(audience, { type: 'realm_user', op: 'add', person: presentUser(user, visibility, {}) });
  }
  const others = await guestsNotSeeing(tx, realm, user);
  if (others !== undefined) {
    const { domain } = visibilityOfAudience(server, realm.subdomain, false);
    tx.emit(others, { type: 'realm_user', op: 'add', person: presentUnknown(user.id, domain) });
  }
}
