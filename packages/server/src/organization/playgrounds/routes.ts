import * as endpoints from '@parley/contract/endpoints/playgrounds.ts';
import { route, type Route } from '../../http/route.ts';
import { addPlayground, removePlayground } from './playgrounds.ts';
import { administratorsOnly } from '../users/gates.ts';

export const playgroundRoutes: readonly Route[] = [
  route(
    endpoints.addCodePlayground,
    async ({ world, realm }, parts) => ({
      id: await world.write(realm.id, (tx) => addPlayground(tx, parts)),
    }),
    administratorsOnly,
  ),
  route(
    endpoints.removeCodePlayground,
    async ({ world, realm }, { playground_id }) => {
      await world.write(realm.id, (tx) => removePlayground(tx, playground_id));
      return {};
    },
    administratorsOnly,
  ),
];
