import * as endpoints from '@parley/contract/endpoints/custom-emoji.ts';
import { route, type Route } from '../../http/route.ts';
import { deactivateEmoji } from './custom-emoji.ts';
import { listEmoji, presentAll } from './rows.ts';
import { uploadEmoji } from './upload-emoji.ts';
import { noGuestsNoBots } from '../users/gates.ts';

export const emojiRoutes: readonly Route[] = [
  route(endpoints.getCustomEmoji, async ({ world, realm }) => ({
    emoji: presentAll(await listEmoji(world.pool, realm.id)),
  })),
  route(
    endpoints.uploadCustomEmoji,
    async ({ world, realm, user, files }, { emoji_name }) => {
      await uploadEmoji(world, { realm, user }, emoji_name, files);
      return {};
    },
    noGuestsNoBots,
  ),
  route(endpoints.deactivateCustomEmoji, async ({ world, realm, user }, { emoji_name }) => {
    await world.write(realm.id, (tx) => deactivateEmoji(tx, { realm, user }, emoji_name));
    return {};
  }),
];
