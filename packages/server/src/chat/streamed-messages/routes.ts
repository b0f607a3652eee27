import * as endpoints from '@parley/contract/endpoints/streamed-messages.ts';
import { costlyRoute, route, type Route } from '../../http/route.ts';
import { append } from './append.ts';
import { stop } from './stop.ts';

/** A model writes several pieces a second, and a piece costs little. */
const COST_OF_PIECE = 0.2;

export const streamedMessageRoutes: readonly Route[] = [
  costlyRoute(endpoints.appendToMessage, () => COST_OF_PIECE, append),
  route(endpoints.stopMessage, async (call, { message_id }) => {
    await stop(call, message_id);
    return {};
  }),
];
