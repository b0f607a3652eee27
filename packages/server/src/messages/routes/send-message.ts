import { sendMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { confirmingRoute } from '../../http/route.ts';
import { send } from '../send.ts';

export const sendMessageRoute = confirmingRoute(contract, async (call, parameters) => {
  const { id, policy } = await send(call, parameters);
  return policy === 0 ? { id } : { id, automatic_new_visibility_policy: policy };
});
