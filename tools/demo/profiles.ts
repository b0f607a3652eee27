import type { Connection } from '@parley/client/connection.ts';
import { createCustomProfileField, updateProfileData } from '@parley/contract/endpoints/profile-fields.ts';
import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import type { Cast } from './cast.ts';
import { owner, users } from './users.ts';

const FIELDS = [
  { name: 'Pronouns', field_type: profileFieldTypes.PRONOUNS.id, hint: 'How users speak of you' },
  {
    name: 'Team',
    field_type: profileFieldTypes.DROPDOWN.id,
    field_data: {
      sky: { text: 'Sky', order: '1' },
      mechanics: { text: 'Mechanics', order: '2' },
      software: { text: 'Software', order: '3' },
      office: { text: 'Office', order: '4' },
    },
    display_in_profile_summary: true,
  },
  { name: 'Telephone', field_type: profileFieldTypes.SHORT_TEXT.id },
  { name: 'About me', field_type: profileFieldTypes.PARAGRAPH.id },
  { name: 'First night', field_type: profileFieldTypes.DATE.id, hint: 'When you first opened the dome' },
  { name: 'Ask when away', field_type: profileFieldTypes.USER.id, hint: 'Whom to ask when you are away' },
  { name: 'Home page', field_type: profileFieldTypes.URL.id },
  {
    name: 'Code forge',
    field_type: profileFieldTypes.EXTERNAL_ACCOUNT.id,
    field_data: { subtype: 'custom', url_pattern: 'https://code.observatory.example/%(username)s' },
  },
] as const;

/** Creates the profile fields, and fills them for every user who has something to say. */
export async function fillProfiles(cast: Cast): Promise<void> {
  const fields = await createFields(cast.as(owner.key));
  await Promise.all(
    [owner, ...users].map(async ({ key, profile }) => {
      const data = Object.entries(profile).map(([field, value]) => ({
        id: fields.get(field) ?? 0,
        value: typeof value === 'string' ? value : value.map((other) => cast.idOf(other)),
      }));
      if (data.length > 0) await cast.as(key).call(updateProfileData, { data });
    }),
  );
}

async function createFields(iris: Connection): Promise<ReadonlyMap<string, number>> {
  const made = new Map<string, number>();
  for (const field of FIELDS) made.set(field.name, (await iris.call(createCustomProfileField, field)).id);
  return made;
}
