import type { Tx } from '../../../engine/db/tx.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { splitByAddress, unseeing } from '../audience.ts';
import { presentUser, presentUnknown, visibilityOfAudience, type ShownUser } from '../present.ts';
import type { Server } from '../server.ts';

/** Tells everybody that somebody joined, each as they may see it. */
export async function introduce(tx: Tx, server: Server, realm: RealmRow, user: ShownUser): Promise<void> {
  for (const { audience, seesAddress } of await splitByAddress(tx, realm, user)) {
    const visibility = visibilityOfAudience(server, realm.subdomain, seesAddress);
    tx.emit(audience, { type: 'realm_user', op: 'add', person: presentUser(user, visibility, {}) });
  }
  const others = await unseeing(tx, realm, user);
  if (others !== undefined) {
    const { domain } = visibilityOfAudience(server, realm.subdomain, false);
    tx.emit(others, { type: 'realm_user', op: 'add', person: presentUnknown(user.id, domain) });
  }
}
