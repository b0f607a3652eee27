import * as z from 'zod';
import { event } from '../event.ts';
import { realmBot, realmBotChange } from '../objects/bot.ts';
import { customProfileField } from '../objects/custom-profile-field.ts';
import { userGroup, userGroupChange } from '../objects/user-group.ts';
import { userChange, user } from '../objects/user.ts';
import { boolean, integer, string } from '../primitives.ts';

export const realmUserAdd = event(
  'realm_user',
  'add',
  { person: user },
  'A user joined, or became visible to a guest.',
);
export const realmUserUpdate = event(
  'realm_user',
  'update',
  { person: userChange },
  'One thing about a user changed.',
);
export const realmUserRemove = event(
  'realm_user',
  'remove',
  { person: z.strictObject({ user_id: integer, full_name: string }) },
  'A guest can no longer see this user. Clients that need a complete list then receive an unknown user with the same id.',
);

export const realmBotAdd = event(
  'realm_bot',
  'add',
  { bot: realmBot },
  'A bot came into the care of the reader.',
);
export const realmBotUpdate = event('realm_bot', 'update', { bot: realmBotChange }, 'A bot changed.');
export const realmBotDelete = event(
  'realm_bot',
  'delete',
  { bot: z.strictObject({ user_id: integer }) },
  'A bot left the care of the reader.',
);

export const customProfileFieldsChange = event(
  'custom_profile_fields',
  null,
  { fields: z.array(customProfileField) },
  'The fields of the profiles changed; these are all of them.',
);

export const realmExportConsent = event(
  'realm_export_consent',
  null,
  { user_id: integer, consented: boolean },
  'A user changed whether exports may contain private data.',
);

const members = { group_id: integer, user_ids: z.array(integer) };
const subgroups = { group_id: integer, direct_subgroup_ids: z.array(integer) };

export const userGroupAdd = event(
  'user_group',
  'add',
  { group: userGroup },
  'A group was created or is back.',
);
export const userGroupUpdate = event(
  'user_group',
  'update',
  { group_id: integer, data: userGroupChange },
  'A group changed.',
);
export const userGroupAddMembers = event('user_group', 'add_members', members, 'Users joined a group.');
export const userGroupRemoveMembers = event('user_group', 'remove_members', members, 'Users left a group.');
export const userGroupAddSubgroups = event(
  'user_group',
  'add_subgroups',
  subgroups,
  'Groups joined a group.',
);
export const userGroupRemoveSubgroups = event(
  'user_group',
  'remove_subgroups',
  subgroups,
  'Groups left a group.',
);
export const userGroupRemove = event(
  'user_group',
  'remove',
  { group_id: integer },
  'A group was deactivated.',
);
