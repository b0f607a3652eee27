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
  .meta({ id: 'UserGroup', description: 'A named group of people.' });
export type UserGroup = z.infer<typeof userGroup>;

export const userGroupChange = z
  .strictObject({ name: string, description: string, deactivated: boolean, ...groupPermissionValues })
  .partial()
  .meta({ id: 'UserGroupChange', description: 'What changed about a group.' });
