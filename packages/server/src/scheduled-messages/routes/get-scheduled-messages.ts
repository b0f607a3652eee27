import { getScheduledMessages as contract } from '@parley/contract/endpoints/scheduled-messages.ts';
import { route } from '../../http/route.ts';
import { presentScheduled } from '../present.ts';
import { scheduledBy } from '../queries.ts';

export const getScheduledMessagesRoute = route(contract, async ({ world, person }) => ({
  scheduled_messages: (await scheduledBy(world.pool, person)).map(presentScheduled),
}));
