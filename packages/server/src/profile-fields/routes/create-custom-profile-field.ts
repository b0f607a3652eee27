import { createCustomProfileField as contract } from '@parley/contract/endpoints/profile-fields.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { createField } from '../profile-fields.ts';

export const createCustomProfileFieldRoute = route(
  contract,
  async ({ world, realm }, wanted) => {
    const id = await world.write(realm.id, (tx) =>
      createField(tx, {
        type: wanted.field_type,
        name: wanted.name,
        hint: wanted.hint,
        data: wanted.field_data ?? {},
        inSummary: wanted.display_in_profile_summary,
        required: wanted.required,
        editableByUser: wanted.editable_by_user,
        forMatching: wanted.use_for_user_matching,
      }),
    );
    return { id };
  },
  administratorsOnly,
);
