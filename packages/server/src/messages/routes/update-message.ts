import { updateMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { route } from '../../http/route.ts';
import { updateMessage } from '../editing/update-message.ts';

export const updateMessageRoute = route(contract, async (call, asked) => ({
  detached_uploads: [...(await updateMessage(call, asked))],
}));
