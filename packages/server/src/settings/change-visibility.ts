import type { Role } from '@parley/contract/primitives.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { domainOf } from '../people/address.ts';
import { seersOf, seersWithRoles } from '../people/audience.ts';
import { presentAvatar } from '../people/change-email.ts';
import { rolesSeeing } from '../people/email-visibility.ts';
import type { PersonRow } from '../people/person.ts';
import { shownAddress } from '../people/present.ts';
import type { Server } from '../people/server.ts';
import type { RealmRow } from '../realm/realm.ts';

const EVERYONE = 1;

/** Shows somebody's real address to others than before, and tells those for whom that makes a difference. */
export const changeVisibility = async (
  tx: Tx,
  server: Server,
  realm: RealmRow,
  person: PersonRow,
  visibility: number,
): Promise<void> => {
  await tx.all(
    q
      .updateTable('person')
      .set({ email_visibility: visibility })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', person.id),
  );
  const withRoles = await seersWithRoles(tx, realm, person);
  const [before, after] = [rolesSeeing(person.email_visibility), rolesSeeing(visibility)];
  const tell = (roles: readonly Role[], delivery_email: string | null): void => {
    const audience = withRoles(roles);
    if (audience !== undefined)
      tx.emit(audience, { type: 'realm_user', op: 'update', person: { user_id: person.id, delivery_email } });
  };
  tell(
    after.filter((role) => !before.includes(role)),
    person.delivery_email,
  );
  tell(
    before.filter((role) => !after.includes(role)),
    null,
  );
  if (person.email_visibility !== EVERYONE && visibility !== EVERYONE) return;
  const shown = { ...person, email_visibility: visibility };
  const new_email = shownAddress(shown, domainOf(server.config.hosts, realm.subdomain));
  const seers = await seersOf(tx, realm, person);
  tx.emit(seers, { type: 'realm_user', op: 'update', person: { user_id: person.id, new_email } });
  tx.emit(seers, { type: 'realm_user', op: 'update', person: presentAvatar(server, shown) });
};
