import { countOut } from '../channels/count.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { leaveRoleGroups } from '../groups/role-groups.ts';
import { revokeInvitationsOf } from '../invitations/revoke.ts';
import type { RealmRow } from '../realm/realm.ts';
import { seersOf, unseeing } from './audience.ts';
import { endQueuesOf } from './end-queues.ts';
import type { PersonRow } from './person.ts';

/** Ends somebody's account and, before it, those of their bots. From this place of the log on they hear nothing. */
export const deactivate = async (tx: Tx, realm: RealmRow, person: PersonRow): Promise<void> => {
  const bots = await tx.all(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('bot_owner_id', '=', person.id)
      .where('is_active', '=', true)
      .orderBy('id')
      .forUpdate(),
  );
  for (const account of [...bots, person]) await end(tx, realm, account);
};

const end = async (tx: Tx, realm: RealmRow, person: PersonRow): Promise<void> => {
  await tx.all(
    q
      .updateTable('person')
      .set({ is_active: false })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', person.id),
  );
  tx.notify({ notice: 'credentials', person_id: person.id });
  await endQueuesOf(tx, [person.id]);
  tx.emit(await seersOf(tx, realm, person), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: person.id, is_active: false },
  });
  await revokeInvitationsOf(tx, person.id);
  await countOut(tx, person);
  const others = await unseeing(tx, realm, person);
  if (others !== undefined) await leaveRoleGroups(tx, person, others);
};
