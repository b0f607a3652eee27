import { getMessages as contract } from '@parley/contract/endpoints/message-search.ts';
import { spectatorRoute } from '../../http/route.ts';
import { answerMessages } from '../../messages/routes/get-messages.ts';
import { checkSpectatorNarrow } from '../check-narrow.ts';

export const spectatorGetMessagesRoute = spectatorRoute(contract, async (call, parameters) =>
  answerMessages(call, { ...parameters, narrow: checkSpectatorNarrow(parameters.narrow ?? []) }),
);
