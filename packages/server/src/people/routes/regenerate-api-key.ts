import { regenerateApiKey as contract } from '@parley/contract/endpoints/users.ts';
import { unauthorized } from '../../http/credentials.ts';
import { route } from '../../http/route.ts';
import { replaceApiKey } from '../api-key.ts';
import { holdPeople } from '../hold-people.ts';

export const regenerateApiKeyRoute = route(contract, async (call) => {
  const { world, realm, person } = call;
  const api_key = await world.write(realm.id, async (tx) => {
    const { me } = await holdPeople(tx, call, person.id);
    // Of two requests with one key only the first finds it valid.
    if (!me.key_hash.equals(person.key_hash)) throw unauthorized('The API key is not valid.');
    return replaceApiKey(tx, world.sealer, person.id);
  });
  return { api_key };
});
