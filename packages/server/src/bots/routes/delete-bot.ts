import { deleteBot as contract } from '@parley/contract/endpoints/bots.ts';
import { route } from '../../http/route.ts';
import { deactivate } from '../../people/deactivate.ts';
import { holdBot } from '../access.ts';

export const deleteBotRoute = route(contract, async (call, { bot_id }) => {
  await call.world.write(call.realm.id, async (tx) => {
    const { bot } = await holdBot(tx, call, bot_id);
    if (bot.is_active) await deactivate(tx, call.realm, bot);
  });
  return {};
});
