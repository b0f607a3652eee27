import type { RealmRow } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import type { UserRow } from '../../http/actor.ts';
import { botRow } from './create.ts';
import { presentBot } from './rows.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';
import { replaceBotKey } from '../credentials/keys.ts';
import { viewersOf } from '../users/audience.ts';

/**
 * Transfers a bot to another owner. A bot has rights of its owner, so nothing that the previous owner's program holds or
 * has prepared may act: only the new owner can read the new key, and accepts the bot by taking it. Administrators manage
 * all bots and need no add or delete event.
 */
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
  tx.record({
    action: 'bot.changed',
    object: { type: 'user', id: bot.id },
    before: { owner_id: bot.bot_owner_id },
    after: { owner_id: owner.id },
  });
  await replaceBotKey(tx, sealer, bot.id);
  await cancelPending(tx, bot);
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

/** A bot without an active owner is in the care of administrators. */
export async function hasActiveOwner(tx: Tx, { bot_owner_id }: UserRow): Promise<boolean> {
  const owner = await tx.first(
    q
      .selectFrom('realm_user')
      .select('is_active')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', bot_owner_id ?? 0),
  );
  return owner?.is_active === true;
}

/** The bot's own clients have no valid key and need no events. */
async function cancelPending(tx: Tx, { id }: UserRow): Promise<void> {
  for (const table of ['scheduled_message', 'reminder'] as const)
    await tx.all(q.deleteFrom(table).where('realm_id', '=', tx.realmId).where('user_id', '=', id));
}

function roleOf(tx: Tx, id: number): Promise<Pick<UserRow, 'id' | 'role'> | undefined> {
  return tx.first(
    q.selectFrom('realm_user').select(['id', 'role']).where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
}
