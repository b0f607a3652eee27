import { regenerateBotApiKey as contract } from '@parley/contract/endpoints/bots.ts';
import { route } from '../../http/route.ts';
import { replaceApiKey } from '../../people/api-key.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { holdBot } from '../access.ts';

export const regenerateBotApiKeyRoute = route(
  contract,
  async (call, { bot_id }) => {
    const api_key = await call.world.write(call.realm.id, async (tx) => {
      const { bot } = await holdBot(tx, call, bot_id);
      return replaceApiKey(tx, call.world.sealer, bot.id);
    });
    return { api_key };
  },
  noGuestsNoBots,
);
