import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import type { ReadState } from '../queues/snapshot.ts';
import { fitFields } from './fit.ts';
import { presentField } from './present.ts';
import { listFields } from './queries.ts';

export const customProfileFieldsState: ReadState<'custom_profile_fields'> = async (viewpoint) => {
  const { reader, realm, wishes } = viewpoint;
  const fields = await listFields(reader, realm.id);
  return {
    custom_profile_fields: fitFields(fields.map(presentField), wishes.knowsPronouns),
    custom_profile_field_types: { ...profileFieldTypes },
  };
};
