import { updateScheduledMessage as contract } from '@parley/contract/endpoints/scheduled-messages.ts';
import { route } from '../../http/route.ts';
import { editScheduled } from '../edit.ts';

export const updateScheduledMessageRoute = route(
  contract,
  async (call, { scheduled_message_id, ...changes }) => {
    await editScheduled(call, scheduled_message_id, changes);
    return {};
  },
);
