import { addLinkifier as contract } from '@parley/contract/endpoints/linkifiers.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { addLinkifier } from '../linkifiers.ts';

export const addLinkifierRoute = route(
  contract,
  async ({ world, realm }, input) => ({ id: await world.write(realm.id, (tx) => addLinkifier(tx, input)) }),
  administratorsOnly,
);
