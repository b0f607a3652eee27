import { updateCustomProfileField as contract } from '@parley/contract/endpoints/profile-fields.ts';
import { route } from '../../http/route.ts';
import { administratorsOnly } from '../../people/gates.ts';
import { updateField } from '../profile-fields.ts';

export const updateCustomProfileFieldRoute = route(
  contract,
  async ({ world, realm }, { field_id, ...wanted }) => {
    await world.write(realm.id, (tx) =>
      updateField(tx, field_id, {
        name: wanted.name,
        hint: wanted.hint,
        data: wanted.field_data,
        inSummary: wanted.display_in_profile_summary,
        required: wanted.required,
        editableByUser: wanted.editable_by_user,
        forMatching: wanted.use_for_user_matching,
      }),
    );
    return {};
  },
  administratorsOnly,
);
