import * as endpoints from '@parley/contract/endpoints/messages.ts';
import { reportMessage } from './report-message.ts';
import { route, type Route } from '../../http/route.ts';

export const reportRoutes: readonly Route[] = [
  route(endpoints.reportMessage, async ({ world, realm, user }, { message_id, ...report }) => {
    await world.write(realm.id, (tx) => reportMessage(tx, world, { realm, user }, message_id, report));
    return {};
  }),
];
