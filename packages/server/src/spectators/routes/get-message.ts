import { getMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { spectatorRoute } from '../../http/route.ts';
import { answerMessage } from '../../messages/routes/get-message.ts';
import { Problem } from '../../problem.ts';
import { needsAccount } from '../access.ts';

/** A message that is out of reach looks like one that does not exist, and both need an account. */
export const spectatorGetMessageRoute = spectatorRoute(contract, async (call, parameters) => {
  try {
    return await answerMessage(call, parameters);
  } catch (error) {
    throw error instanceof Problem ? needsAccount() : error;
  }
});
