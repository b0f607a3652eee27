import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { reactivate } from '../people/reactivate.ts';
import { changeOwner } from './change-owner.ts';
import { checkMayCreate, refuseActiveName } from './rules.ts';

/** Brings a bot back; one whose owner is gone belongs to the actor from then on. */
export const reactivateBot = async (tx: Tx, actor: Actor, bot: PersonRow): Promise<void> => {
  await checkMayCreate(tx, actor, bot.bot_type ?? 1);
  await refuseActiveName(tx, bot.full_name, bot.id);
  await reactivate(tx, actor.realm, bot);
  if (!(await hasActiveOwner(tx, bot))) await changeOwner(tx, actor.realm, bot, actor.person);
};

const hasActiveOwner = async (tx: Tx, { bot_owner_id }: PersonRow): Promise<boolean> => {
  const owner = await tx.first(
    q
      .selectFrom('person')
      .select('is_active')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', bot_owner_id ?? 0),
  );
  return owner?.is_active === true;
};
