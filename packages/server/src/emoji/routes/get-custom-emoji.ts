import { getCustomEmoji as contract } from '@parley/contract/endpoints/custom-emoji.ts';
import { route } from '../../http/route.ts';
import { presentAll } from '../present.ts';
import { listEmoji } from '../queries.ts';

export const getCustomEmojiRoute = route(contract, async ({ world, realm }) => ({
  emoji: presentAll(await listEmoji(world.pool, realm.id)),
}));
