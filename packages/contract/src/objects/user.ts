import * as z from 'zod';
import { limits } from '../limits.ts';
import { boolean, integer, listUpTo, role, string } from '../primitives.ts';

export const botTypes = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const;
export const botType = z.literal([1, 2, 3, 4]);

export const profileValue = z
  .strictObject({
    value: string.describe('As stored: a field of users holds JSON text such as `[11]`.'),
    rendered_value: string.optional().describe('HTML, for the two kinds of text fields.'),
  })
  .meta({ id: 'ProfileValue', description: 'The value that a user has given a custom profile field.' });

export const profileData = z.record(string, profileValue).describe('Keyed by the id of the field.');

const identity = {
  user_id: integer,
  delivery_email: string.nullable().describe('Real address; null when the reader may not see it.'),
  email: string.describe('Address for the API; a made-up one while the real one is hidden.'),
  full_name: string,
  date_joined: string.describe(
    'ISO 8601 with the precision of a minute. The creation time; for accounts that an administrator or the API created, the time of the first login from then on.',
  ),
  is_owner: boolean,
  is_admin: boolean.describe('True for owners too.'),
  is_guest: boolean,
  is_bot: boolean,
  bot_type: botType
    .nullable()
    .describe('Kind of bot: 1 generic, 2 incoming, 3 outgoing, 4 embedded; null for users who are not bots.'),
  bot_owner_id: integer.nullable().optional().describe('Bots only; null for one that belongs to nobody.'),
  role,
  timezone: string.describe('IANA name, or empty.'),
  avatar_version: integer,
  is_imported_stub: boolean.describe('Made by an import, and nobody has claimed it yet.'),
  is_deleted: z.literal(true).optional().describe('Only for accounts that were deleted for good.'),
};

const profile = { profile_data: profileData.optional().describe('Only when asked for, and never for bots.') };

export const user = z
  .strictObject({
    ...identity,
    ...profile,
    is_active: boolean,
    avatar_url: string.nullable().describe('Null when the client can compute the address itself.'),
  })
  .meta({ id: 'User', description: 'A user or a bot.' });
export type User = z.infer<typeof user>;

export const registeredUser = z
  .strictObject({
    ...identity,
    ...profile,
    avatar_url: string.nullable().optional().describe('May be left out when the client said so.'),
  })
  .meta({
    id: 'RegisteredUser',
    description:
      'A user or a bot in the answer of registration, where the list says whether the account is active.',
  });
export type RegisteredUser = z.infer<typeof registeredUser>;

export const crossRealmBot = z
  .strictObject({
    ...identity,
    avatar_url: string.nullable().optional(),
    is_system_bot: z.literal(true),
  })
  .meta({
    id: 'CrossRealmBot',
    description: 'A bot of the server itself, which every organization can see.',
  });

export const profileValueInput = z
  .object({
    id: integer.describe('Id of the field.'),
    value: z
      .union([string, listUpTo(integer, limits.usersInProfileField)])
      .nullable()
      .describe('Null clears the field.'),
  })
  .meta({
    id: 'ProfileValueInput',
    description: 'A value for one custom profile field, as a client sends it.',
  });
export type ProfileValueInput = z.infer<typeof profileValueInput>;

function change<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject({ user_id: integer, ...shape });
}

export const userChange = z
  .union([
    change({ full_name: string }),
    change({ role }),
    change({ is_active: boolean }),
    change({ is_imported_stub: boolean }),
    change({ is_deleted: z.literal(true) }),
    change({ date_joined: string }),
    change({ new_email: string }),
    change({ delivery_email: string.nullable() }),
    change({ timezone: string, email: string }),
    change({ bot_owner_id: integer }),
    change({
      custom_profile_field: z.strictObject({
        id: integer,
        value: string.nullable(),
        rendered_value: string.optional(),
      }),
    }),
    change({
      avatar_url: string,
      avatar_url_medium: string,
      avatar_source: string,
      avatar_version: integer,
    }),
  ])
  .meta({ id: 'UserChange', description: 'A change of a user: exactly one of these.' });
export type UserChange = z.infer<typeof userChange>;
