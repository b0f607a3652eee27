import { removeCodePlayground as contract } from '@parley/contract/endpoints/playgrounds.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { removePlayground } from '../playgrounds.ts';

export const removeCodePlaygroundRoute = route(
  contract,
  async ({ world, realm }, { playground_id }) => {
    await world.write(realm.id, (tx) => removePlayground(tx, playground_id));
    return {};
  },
  administratorsOnly,
);
