import * as z from 'zod';
import { event } from '../event.ts';
import { linkifier } from '../objects/linkifier.ts';
import { realmPermissionValues } from '../objects/permission-settings.ts';
import { playground } from '../objects/playground.ts';
import { realmDomain } from '../objects/realm-domain.ts';
import { realmExport } from '../objects/realm-export.ts';
import {
  realmSettings,
  realmSettingNames,
  realmSettingValues,
  type RealmSettingName,
} from '../objects/realm-settings.ts';
import { boolean, integer, string, unixSeconds } from '../primitives.ts';

type Single = {
  [K in RealmSettingName]: (typeof realmSettings)[K]['event'] extends 'update' ? K : never;
}[RealmSettingName];
const single = realmSettingNames.filter((name): name is Single => realmSettings[name].event === 'update');

export const realmUpdate = event(
  'realm',
  'update',
  {
    property: z.enum(single as [Single, ...Single[]]),
    value: z.union([string, boolean, integer, z.null()]),
  },
  'A setting of the organization changed.',
);

const { string_id: _, ...changeable } = realmSettingValues;

export const realmChange = z
  .strictObject({
    ...changeable,
    ...realmPermissionValues,
    rendered_description: string,
    mandatory_topics: boolean,
    icon_url: string,
    icon_source: string,
    logo_url: string,
    logo_source: string,
    night_logo_url: string,
    night_logo_source: string,
    max_file_upload_size_mib: integer,
    plan_type: integer,
    presence_disabled: boolean,
    push_notifications_enabled: boolean,
    push_notifications_enabled_end_timestamp: unixSeconds.nullable(),
    upload_quota_mib: integer.nullable(),
  })
  .partial()
  .meta({
    id: 'RealmChange',
    description: 'Any part of an organization that can change, under its name without the prefix `realm_`.',
  });
export type RealmChange = z.infer<typeof realmChange>;

export const realmUpdateDict = event(
  'realm',
  'update_dict',
  { property: z.enum(['default', 'icon', 'logo', 'night_logo']), data: realmChange },
  'Settings of the organization that belong together changed.',
);
export const realmDeactivated = event(
  'realm',
  'deactivated',
  { realm_id: integer },
  'The organization was deactivated.',
);

export const realmDomainsAdd = event(
  'realm_domains',
  'add',
  { realm_domain: realmDomain },
  'A domain was allowed.',
);
export const realmDomainsChange = event(
  'realm_domains',
  'change',
  { realm_domain: realmDomain },
  'An allowed domain changed.',
);
export const realmDomainsRemove = event(
  'realm_domains',
  'remove',
  { domain: string },
  'A domain is no longer allowed.',
);

export const realmLinkifiersChange = event(
  'realm_linkifiers',
  null,
  { realm_linkifiers: z.array(linkifier) },
  'The linkifiers changed; these are all of them, in order.',
);

export const realmPlaygroundsChange = event(
  'realm_playgrounds',
  null,
  { realm_playgrounds: z.array(playground) },
  'The code playgrounds changed; these are all of them.',
);

export const realmExportChange = event(
  'realm_export',
  null,
  { exports: z.array(realmExport) },
  'Exports of the organization began, ended or were deleted; these are all of them. For administrators.',
);
