import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { seersOf } from '../people/audience.ts';
import { isAdministrator, type PersonRow } from '../people/person.ts';
import type { RealmRow } from '../realm/realm.ts';
import { botRow } from './create.ts';
import { presentBot } from './present.ts';

/** Gives a bot to somebody else. Administrators look after it before and after. */
export const changeOwner = async (
  tx: Tx,
  realm: RealmRow,
  bot: PersonRow,
  owner: PersonRow,
): Promise<void> => {
  if (bot.bot_owner_id === owner.id) return;
  await tx.all(
    q
      .updateTable('person')
      .set({ bot_owner_id: owner.id })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', bot.id),
  );
  tx.emit(await seersOf(tx, realm, bot), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: bot.id, bot_owner_id: owner.id },
  });
  const previous = bot.bot_owner_id === null ? undefined : await roleOf(tx, bot.bot_owner_id);
  if (previous !== undefined && !isAdministrator(previous))
    tx.emit(only(previous.id), { type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } });
  if (!isAdministrator(owner))
    tx.emit(only(owner.id), { type: 'realm_bot', op: 'add', bot: presentBot(await botRow(tx, bot)) });
};

const roleOf = (tx: Tx, id: number): Promise<Pick<PersonRow, 'id' | 'role'> | undefined> =>
  tx.first(
    q.selectFrom('person').select(['id', 'role']).where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
