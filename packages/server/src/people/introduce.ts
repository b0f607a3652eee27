import type { Tx } from '../db/tx.ts';
import type { RealmRow } from '../realm/realm.ts';
import { splitByAddress, unseeing } from './audience.ts';
import { presentPerson, presentUnknown, sightOfAudience, type ShownPerson } from './present.ts';
import type { Server } from './server.ts';

/** Tells everybody that somebody joined, each as they may see it. */
export const introduce = async (
  tx: Tx,
  server: Server,
  realm: RealmRow,
  person: ShownPerson,
): Promise<void> => {
  for (const { audience, seesAddress } of await splitByAddress(tx, realm, person)) {
    const sight = sightOfAudience(server, realm.subdomain, seesAddress);
    tx.emit(audience, { type: 'realm_user', op: 'add', person: presentPerson(person, sight, {}) });
  }
  const others = await unseeing(tx, realm, person);
  if (others !== undefined) {
    const { domain } = sightOfAudience(server, realm.subdomain, false);
    tx.emit(others, { type: 'realm_user', op: 'add', person: presentUnknown(person.id, domain) });
  }
};
