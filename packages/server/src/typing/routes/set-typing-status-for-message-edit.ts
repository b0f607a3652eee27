import { setTypingStatusForMessageEdit as contract } from '@parley/contract/endpoints/typing.ts';
import { route } from '../../http/route.ts';
import { tellEditing } from '../tell-editing.ts';

export const setTypingStatusForMessageEditRoute = route(contract, async (call, { message_id, op }) => {
  await tellEditing(call, message_id, op);
  return {};
});
