import { uploadCustomEmoji as contract } from '@parley/contract/endpoints/custom-emoji.ts';
import { route } from '../../http/route.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { uploadEmoji } from '../upload-emoji.ts';

export const uploadCustomEmojiRoute = route(
  contract,
  async ({ world, realm, person, files }, { emoji_name }) => {
    await uploadEmoji(world, { realm, person }, emoji_name, files);
    return {};
  },
  noGuestsNoBots,
);
