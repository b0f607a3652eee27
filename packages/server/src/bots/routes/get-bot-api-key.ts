import { getBotApiKey as contract } from '@parley/contract/endpoints/bots.ts';
import { route } from '../../http/route.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { accessBot } from '../access.ts';

export const getBotApiKeyRoute = route(
  contract,
  async (call, { bot_id }) => {
    const bot = await accessBot(call.world.pool, call, bot_id);
    return { api_key: call.world.sealer.open(bot.key_sealed) };
  },
  noGuestsNoBots,
);
