import { deactivateCustomEmoji as contract } from '@parley/contract/endpoints/custom-emoji.ts';
import { route } from '../../http/route.ts';
import { deactivateEmoji } from '../custom-emoji.ts';

export const deactivateCustomEmojiRoute = route(
  contract,
  async ({ world, realm, person }, { emoji_name }) => {
    await world.write(realm.id, (tx) => deactivateEmoji(tx, { realm, person }, emoji_name));
    return {};
  },
);
