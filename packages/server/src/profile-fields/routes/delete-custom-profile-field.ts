import { deleteCustomProfileField as contract } from '@parley/contract/endpoints/profile-fields.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { deleteField } from '../profile-fields.ts';

export const deleteCustomProfileFieldRoute = route(
  contract,
  async ({ world, realm }, { field_id }) => {
    await world.write(realm.id, (tx) => deleteField(tx, field_id));
    return {};
  },
  administratorsOnly,
);
