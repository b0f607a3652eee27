import { getConversations } from '@parley/contract/endpoints/conversations.ts';
import { readSnapshot } from '../../engine/db/snapshot.ts';
import { badRequest } from '../../engine/api-error.ts';
import { route, type Route } from '../../http/route.ts';
import { findNamed, findRecent } from './find.ts';
import { summariesOf } from './summaries.ts';

export const conversationRoutes: readonly Route[] = [
  route(getConversations, async (call, parameters) => {
    const { before, conversations: names, limit, allow_empty_topic_name } = parameters;
    if (names !== undefined && before !== undefined)
      throw badRequest('Give only one of the parameters before and conversations.', {
        parameters: 'before, conversations',
      });
    return readSnapshot(call.world.pool, async (reader) => {
      const found =
        names === undefined
          ? await findRecent(reader, call, { before, limit: limit + 1 })
          : await findNamed(reader, call, names);
      const page = names === undefined ? found.slice(0, limit) : found;
      return {
        conversations: await summariesOf(reader, call.user, page, allow_empty_topic_name),
        found_oldest: found.length === page.length,
      };
    });
  }),
];
