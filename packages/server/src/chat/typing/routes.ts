import * as endpoints from '@parley/contract/endpoints/typing.ts';
import { publishTypingEdit, publishTyping } from './typing-events.ts';
import { route, type Route } from '../../http/route.ts';

export const typingRoutes: readonly Route[] = [
  route(endpoints.setTypingStatus, async (call, request) => {
    await publishTyping(call, request);
    return {};
  }),
  route(endpoints.setTypingStatusForMessageEdit, async (call, { message_id, op }) => {
    await publishTypingEdit(call, message_id, op);
    return {};
  }),
];
