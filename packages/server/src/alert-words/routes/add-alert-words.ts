import { addAlertWords as contract } from '@parley/contract/endpoints/alert-words.ts';
import { route } from '../../http/route.ts';
import { addAlertWords } from '../alert-words.ts';

export const addAlertWordsRoute = route(contract, async ({ world, realm, person }, { alert_words }) => ({
  alert_words: await world.write(realm.id, (tx) => addAlertWords(tx, { realm, person }, alert_words)),
}));
