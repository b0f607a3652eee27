import { ApiError } from '../../../../engine/api-error.ts';
import { q, sql } from '../../../../engine/db/sql.ts';
import { isBot, type UserRow } from '../../../../http/actor.ts';
import { deactivate } from '../../../../organization/users/deactivate.ts';
import { lockAccounts } from '../../../../organization/users/last-owner.ts';
import { lockUsers, realmOf } from '../../../../organization/users/queries.ts';
import { deleteUser } from '../../delete-user.ts';
import { forgetImported, type Returning } from './returning.ts';

/** Deletes accounts that nobody has taken over and that have no messages. Bots are deactivated; a later import finds them again. */
export async function removeAccounts(work: Returning, ids: readonly number[]): Promise<void> {
  const { world, realmId, report, pace } = work;
  for (const id of ids) {
    const user = await world.pool.first(
      q.selectFrom('realm_user').selectAll().where('realm_id', '=', realmId).where('id', '=', id),
    );
    if (user === undefined || user.is_deleted) continue;
    const reason = await reasonToStay(work, user);
    if (reason !== undefined) report.note(reason, user.full_name);
    else if (isBot(user)) await retireBot(work, user);
    else await forget(work, user);
    await pace();
  }
}

async function reasonToStay({ world, realmId }: Returning, user: UserRow): Promise<string | undefined> {
  if (!isBot(user) && !user.awaits_first_login) return 'people who have taken their account over stay';
  const sent = await world.pool.first(
    sql`select from message where realm_id = ${realmId} and sender_id = ${user.id} limit 1`,
  );
  return sent === undefined ? undefined : 'senders of other messages stay';
}

async function retireBot(work: Returning, { id }: UserRow): Promise<void> {
  await work.world.write(work.realmId, async (tx) => {
    await lockAccounts(tx);
    const [bot] = await lockUsers(tx, id);
    if (bot?.is_active === true) await deactivate(tx, await realmOf(tx), bot);
  });
}

async function forget(work: Returning, user: UserRow): Promise<void> {
  const { world, realmId, report } = work;
  try {
    await deleteUser(world, user, { removesMessages: false });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return report.note('people on hold stay', user.full_name);
  }
  await world.write(realmId, (tx) => forgetImported(tx, work, 'person', [user.id]));
}
