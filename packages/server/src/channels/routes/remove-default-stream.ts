import { removeDefaultStream as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { removeDefault } from '../defaults.ts';

export const removeDefaultStreamRoute = route(
  contract,
  async ({ world, realm, person }, { stream_id }) => {
    await world.write(realm.id, (tx) => removeDefault(tx, { realm, person }, stream_id));
    return {};
  },
  administratorsOnly,
);
