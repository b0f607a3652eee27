import { reportMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { route } from '../../http/route.ts';
import { reportMessage } from '../report-message.ts';

export const reportMessageRoute = route(
  contract,
  async ({ world, realm, person }, { message_id, ...report }) => {
    await world.write(realm.id, (tx) => reportMessage(tx, world, { realm, person }, message_id, report));
    return {};
  },
);
