import { getStreamTopics as contract } from '@parley/contract/endpoints/channels.ts';
import { spectatorRoute } from '../../http/route.ts';
import { answerTopics } from '../../topics/routes/get-stream-topics.ts';

export const spectatorGetStreamTopicsRoute = spectatorRoute(contract, answerTopics);
