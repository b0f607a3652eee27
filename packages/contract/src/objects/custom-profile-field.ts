import * as z from 'zod';
import { boolean, integer, string } from '../primitives.ts';

export const profileFieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  PARAGRAPH: { id: 2, name: 'Text (long)' },
  DROPDOWN: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const;

export const profileFieldType = z.literal([1, 2, 3, 4, 5, 6, 7, 8]);

export const customProfileField = z
  .strictObject({
    id: integer,
    name: string,
    type: profileFieldType.describe(
      '1 short text, 2 paragraph, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns.',
    ),
    hint: string,
    field_data: string.describe('JSON text: the choices, or the kind of external account. Otherwise empty.'),
    order: integer.describe('Place in the profile.'),
    required: boolean.describe('Whether users are asked to fill it in. Nothing forces them.'),
    editable_by_user: boolean,
    display_in_profile_summary: z.literal(true).optional(),
    use_for_user_matching: z.literal(true).optional(),
  })
  .meta({ id: 'CustomProfileField', description: 'A field that the profiles of an organization have.' });
export type CustomProfileField = z.infer<typeof customProfileField>;

/** Data of a field's type: the choices by key, or the kind of external account. */
export const profileFieldData = z.record(string, z.union([string, z.record(string, string)]));
