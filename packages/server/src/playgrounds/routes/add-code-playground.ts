import { addCodePlayground as contract } from '@parley/contract/endpoints/playgrounds.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { addPlayground } from '../playgrounds.ts';

export const addCodePlaygroundRoute = route(
  contract,
  async ({ world, realm }, parts) => ({ id: await world.write(realm.id, (tx) => addPlayground(tx, parts)) }),
  administratorsOnly,
);
