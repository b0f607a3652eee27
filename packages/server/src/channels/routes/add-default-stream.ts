import { addDefaultStream as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { addDefault } from '../defaults.ts';

export const addDefaultStreamRoute = route(
  contract,
  async ({ world, realm, person }, { stream_id }) => {
    await world.write(realm.id, (tx) => addDefault(tx, { realm, person }, stream_id));
    return {};
  },
  administratorsOnly,
);
