import * as endpoints from '@parley/contract/endpoints/alert-words.ts';
import { route, type Route } from '../../http/route.ts';
import { addAlertWords, removeAlertWords } from './alert-words.ts';
import { alertWordsOf } from './rows.ts';

export const alertWordRoutes: readonly Route[] = [
  route(endpoints.getAlertWords, async ({ world, user }) => ({
    alert_words: await alertWordsOf(world.pool, user),
  })),
  route(endpoints.addAlertWords, async ({ world, realm, user }, { alert_words }) => ({
    alert_words: await world.write(realm.id, (tx) => addAlertWords(tx, { realm, user }, alert_words)),
  })),
  route(endpoints.removeAlertWords, async ({ world, realm, user }, { alert_words }) => ({
    alert_words: await world.write(realm.id, (tx) => removeAlertWords(tx, { realm, user }, alert_words)),
  })),
];
