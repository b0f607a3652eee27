import { getAlertWords as contract } from '@parley/contract/endpoints/alert-words.ts';
import { route } from '../../http/route.ts';
import { alertWordsOf } from '../queries.ts';

export const getAlertWordsRoute = route(contract, async ({ world, person }) => ({
  alert_words: await alertWordsOf(world.pool, person),
}));
