import * as z from 'zod';
import { integer } from '../primitives.ts';

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
      'Who holds a permission, as the server shows it: a named group, or the users and groups that were listed.',
  });
export type GroupSettingValue = z.infer<typeof groupSettingValue>;

export const groupSettingInput = z
  .union([integer, z.object({ direct_members: z.array(integer), direct_subgroups: z.array(integer) })])
  .meta({
    id: 'GroupSettingInput',
    description: 'Who holds a permission, as a client says it. Keys that nobody knows are dropped.',
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
