import { getBots as contract } from '@parley/contract/endpoints/bots.ts';
import { route } from '../../http/route.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { presentOwnedBot } from '../present.ts';
import { listBots } from '../queries.ts';

export const getBotsRoute = route(
  contract,
  async ({ world, realm, person }) => {
    const bots = await listBots(world.pool, realm.id, { of: person.id, activeOnly: true });
    return { bots: bots.map((bot) => presentOwnedBot(bot, world)) };
  },
  noGuestsNoBots,
);
