import * as z from 'zod';
import { limits } from '../limits.ts';
import { integer, listUpTo } from '../primitives.ts';

export const groupSettingValue = z
  .union([
    integer.describe('Id of a user group.'),
    z.strictObject({
      direct_members: z.array(integer).describe('Ids of users, ascending.'),
      direct_subgroups: z.array(integer).describe('Ids of user groups, ascending.'),
    }),
  ])
  .meta({
    id: 'GroupSettingValue',
    description:
      'Holders of a permission, as the server shows them: a named group, or the users and groups that were listed.',
  });
export type GroupSettingValue = z.infer<typeof groupSettingValue>;

export const groupSettingInput = z
  .union([
    integer,
    z.object({
      direct_members: listUpTo(integer, limits.usersInRequest),
      direct_subgroups: listUpTo(integer, limits.groupsInRequest),
    }),
  ])
  .meta({
    id: 'GroupSettingInput',
    description: 'Holders of a permission, as a client sends them. Unknown keys are dropped.',
  });
export type GroupSettingInput = z.infer<typeof groupSettingInput>;

export const groupSettingChange = z
  .object({ new: groupSettingInput, old: groupSettingInput.optional() })
  .meta({
    id: 'GroupSettingChange',
    description:
      'A change of a permission. `old`, when given, must be the current value, or nothing is changed.',
  });
export type GroupSettingChange = z.infer<typeof groupSettingChange>;
