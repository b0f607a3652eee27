import type { Role } from '@parley/contract/primitives.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { domainOf } from '../users/address.ts';
import { viewersOf, viewersWithRoles } from '../users/audience.ts';
import { presentAvatar } from '../users/change-email.ts';
import { rolesSeeing } from '../users/email-visibility.ts';
import type { UserRow } from '../../http/actor.ts';
import { shownAddress } from '../users/present.ts';
import type { Server } from '../users/server.ts';
import type { RealmRow } from '../../engine/db/realm.ts';

const VISIBLE_TO_EVERYONE = 1;

/** Changes who can see a user's real address, and publishes the change to the users affected. */
export async function changeEmailVisibility(
  tx: Tx,
  server: Server,
  realm: RealmRow,
  user: UserRow,
  visibility: number,
): Promise<void> {
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ email_visibility: visibility })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id),
  );
  const withRoles = await viewersWithRoles(tx, realm, user);
  const [before, after] = [rolesSeeing(user.email_visibility), rolesSeeing(visibility)];
  const publishAddress = (roles: readonly Role[], delivery_email: string | null): void => {
    const audience = withRoles(roles);
    if (audience !== undefined)
      tx.emit(audience, { type: 'realm_user', op: 'update', person: { user_id: user.id, delivery_email } });
  };
  publishAddress(
    after.filter((role) => !before.includes(role)),
    user.delivery_email,
  );
  publishAddress(
    before.filter((role) => !after.includes(role)),
    null,
  );
  if (user.email_visibility !== VISIBLE_TO_EVERYONE && visibility !== VISIBLE_TO_EVERYONE) return;
  const shown = { ...user, email_visibility: visibility };
  const new_email = shownAddress(shown, domainOf(server.config.hosts, realm.subdomain));
  const viewers = await viewersOf(tx, realm, user);
  tx.emit(viewers, { type: 'realm_user', op: 'update', person: { user_id: user.id, new_email } });
  tx.emit(viewers, { type: 'realm_user', op: 'update', person: presentAvatar(server, shown) });
}
