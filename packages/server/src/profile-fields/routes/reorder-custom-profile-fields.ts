import { reorderCustomProfileFields as contract } from '@parley/contract/endpoints/profile-fields.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { reorderFields } from '../profile-fields.ts';

export const reorderCustomProfileFieldsRoute = route(
  contract,
  async ({ world, realm }, { order }) => {
    await world.write(realm.id, (tx) => reorderFields(tx, order));
    return {};
  },
  administratorsOnly,
);
