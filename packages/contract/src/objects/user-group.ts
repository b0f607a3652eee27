import * as z from 'zod';
import { boolean, integer, string, unixSeconds } from '../primitives.ts';
import { groupPermissionValues } from './permission-settings.ts';

export const userGroup = z
  .strictObject({
    id: integer,
    name: string,
    description: string,
    members: z.array(integer).describe('Active direct members, ascending.'),
    direct_subgroup_ids: z.array(integer).describe('Ascending.'),
    creator_id: integer.nullable(),
    date_created: unixSeconds.nullable(),
    is_system_group: boolean,
    deactivated: boolean,
    ...groupPermissionValues,
  })
  .meta({ id: 'UserGroup', description: 'A named group of users.' });
export type UserGroup = z.infer<typeof userGroup>;

export const userGroupChange = z
  .strictObject({ name: string, description: string, deactivated: boolean, ...groupPermissionValues })
  .partial()
  .meta({ id: 'UserGroupChange', description: 'Changed fields of a group.' });
export type UserGroupChange = z.infer<typeof userGroupChange>;

export const groupObjection = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('subgroup'), supergroup_ids: z.array(integer) }),
    z.strictObject({ type: z.literal('channel'), channel_id: integer, settings: z.array(string) }),
    z.strictObject({ type: z.literal('user_group'), group_id: integer, settings: z.array(string) }),
    z.strictObject({ type: z.literal('realm'), settings: z.array(string) }),
  ])
  .meta({
    id: 'GroupObjection',
    description: 'Uses of a group: as a subgroup, or as the holder of permissions.',
  });
export type GroupObjection = z.infer<typeof groupObjection>;
