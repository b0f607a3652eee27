import { setTypingStatus as contract } from '@parley/contract/endpoints/typing.ts';
import { route } from '../../http/route.ts';
import { tellTyping } from '../tell-typing.ts';

export const setTypingStatusRoute = route(contract, async (call, request) => {
  await tellTyping(call, request);
  return {};
});
