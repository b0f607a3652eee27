import * as endpoints from '@parley/contract/endpoints/profile-fields.ts';
import { route, type Route } from '../../http/route.ts';
import { adaptFields, knowsPronouns } from './adapt.ts';
import { createField, deleteField, reorderFields, updateField } from './profile-fields.ts';
import { listFields, presentField } from './rows.ts';
import { clearOwnProfile, editOwnProfile } from './set-values.ts';
import { administratorsOnly, humansOnly } from '../users/gates.ts';
import { lockWithActor } from '../users/lock-with-actor.ts';

export const profileFieldRoutes: readonly Route[] = [
  route(endpoints.getCustomProfileFields, async ({ world, realm, client }) => {
    const fields = await listFields(world.pool, realm.id);
    return { custom_fields: adaptFields(fields.map(presentField), knowsPronouns(client)) };
  }),
  route(
    endpoints.createCustomProfileField,
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
  ),
  route(
    endpoints.updateCustomProfileField,
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
  ),
  route(
    endpoints.deleteCustomProfileField,
    async ({ world, realm }, { field_id }) => {
      await world.write(realm.id, (tx) => deleteField(tx, field_id));
      return {};
    },
    administratorsOnly,
  ),
  route(
    endpoints.reorderCustomProfileFields,
    async ({ world, realm }, { order }) => {
      await world.write(realm.id, (tx) => reorderFields(tx, order));
      return {};
    },
    administratorsOnly,
  ),
  route(
    endpoints.updateProfileData,
    async (call, { data }) => {
      await call.world.write(call.realm.id, async (tx) => {
        const { me } = await lockWithActor(tx, call, call.user.id);
        await editOwnProfile(tx, { realm: call.realm, user: me }, data);
      });
      return {};
    },
    humansOnly,
  ),
  route(
    endpoints.removeProfileData,
    async (call, { data }) => {
      await call.world.write(call.realm.id, async (tx) => {
        const { me } = await lockWithActor(tx, call, call.user.id);
        await clearOwnProfile(tx, { realm: call.realm, user: me }, data);
      });
      return {};
    },
    humansOnly,
  ),
];
