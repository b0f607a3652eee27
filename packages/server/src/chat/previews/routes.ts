import { removeMessagePreviews } from '@parley/contract/endpoints/messages.ts';
import { route, type Route } from '../../http/route.ts';
import { removePreviews } from './remove-previews.ts';

export const previewRoutes: readonly Route[] = [
  route(removeMessagePreviews, async (call, { message_id }) => {
    await removePreviews(call, message_id);
    return {};
  }),
];
