import { updateMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { route } from '../../http/route.ts';
import { updateMessage } from '../editing/update-message.ts';

export const updateMessageRoute = route(contract, async (call, asked) => {
  await updateMessage(call, asked);
  // No files can be uploaded yet, so none are left without a message.
  return { detached_uploads: [] };
});
