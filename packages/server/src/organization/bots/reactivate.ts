import { botTypes } from '@parley/contract/objects/user.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { Sealer } from '../../engine/secrets/seal.ts';
import { reactivate } from '../users/reactivate.ts';
import { changeOwner, hasActiveOwner } from './change-owner.ts';
import { checkMayCreateBot, refuseActiveName } from './checks.ts';

/** Reactivates a bot; if its owner is deactivated, the actor becomes the owner. */
export async function reactivateBot(tx: Tx, sealer: Sealer, actor: Actor, bot: UserRow): Promise<void> {
  await checkMayCreateBot(tx, actor, bot.bot_type ?? botTypes.generic);
  await refuseActiveName(tx, bot.full_name, bot.id);
  await reactivate(tx, actor.realm, bot);
  if (!(await hasActiveOwner(tx, bot))) await changeOwner(tx, sealer, actor.realm, bot, actor.user);
}
