import type { RealmRow } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { isAdministrator, type UserRow } from '../../http/actor.ts';
import { botRow } from './create.ts';
import { presentBot } from './rows.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';
import { replaceApiKey } from '../users/api-key.ts';
import { viewersOf } from '../users/audience.ts';

/** Transfers a bot to another owner, who alone gets its new key. Administrators manage all bots and need no add or delete event. */
export async function changeOwner(
  tx: Tx,
  sealer: Sealer,
  realm: RealmRow,
  bot: UserRow,
  owner: UserRow,
): Promise<void> {
  if (bot.bot_owner_id === owner.id) return;
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ bot_owner_id: owner.id })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', bot.id),
  );
  await replaceApiKey(tx, sealer, bot.id);
  tx.emit(await viewersOf(tx, realm, bot), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: bot.id, bot_owner_id: owner.id },
  });
  const previous = bot.bot_owner_id === null ? undefined : await roleOf(tx, bot.bot_owner_id);
  if (previous !== undefined && !isAdministrator(previous))
    tx.emit(only(previous.id), { type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } });
  if (!isAdministrator(owner))
    tx.emit(only(owner.id), { type: 'realm_bot', op: 'add', bot: presentBot(await botRow(tx, bot)) });
}

function roleOf(tx: Tx, id: number): Promise<Pick<UserRow, 'id' | 'role'> | undefined> {
  return tx.first(
    q.selectFrom('realm_user').select(['id', 'role']).where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
}
