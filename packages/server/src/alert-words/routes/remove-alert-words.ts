import { removeAlertWords as contract } from '@parley/contract/endpoints/alert-words.ts';
import { route } from '../../http/route.ts';
import { removeAlertWords } from '../alert-words.ts';

export const removeAlertWordsRoute = route(contract, async ({ world, realm, person }, { alert_words }) => ({
  alert_words: await world.write(realm.id, (tx) => removeAlertWords(tx, { realm, person }, alert_words)),
}));
