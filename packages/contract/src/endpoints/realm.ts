import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { groupSettingChange } from '../objects/group-setting.ts';
import {
  realmPermissions,
  realmPermissionValues,
  type RealmPermission,
} from '../objects/permission-settings.ts';
import {
  realmSettingNames,
  realmSettingParameters,
  realmSettings,
  type RealmSettingName,
} from '../objects/realm-settings.ts';
import { json, optional, type Parameter } from '../parameter.ts';
import { boolean, integer, string } from '../primitives.ts';

const permissionParameters = Object.fromEntries(
  Object.entries(realmPermissions).map(([name, { doc }]) => [name, optional(json(groupSettingChange, doc))]),
) as { readonly [K in RealmPermission]: Parameter<z.output<typeof groupSettingChange>, 'undefined'> };

function answerTo(name: RealmSettingName): z.ZodType {
  if (name === 'authentication_methods') return z.record(string, boolean);
  return realmSettings[name].answersUpdated ? z.literal('updated') : realmSettings[name].value;
}

type Settings = typeof realmSettings;
type Answer<K extends RealmSettingName> = K extends 'authentication_methods'
  ? Record<string, boolean>
  : Settings[K]['value'] extends infer V extends z.ZodType
    ? z.output<V> | 'updated'
    : never;

const answers = Object.fromEntries(
  realmSettingNames.map((name) => [name, answerTo(name).optional()]),
) as unknown as { readonly [K in RealmSettingName]: z.ZodOptional<z.ZodType<Answer<K>>> };

const permissionAnswers = Object.fromEntries(
  Object.entries(realmPermissionValues).map(([name, value]) => [name, value.optional()]),
) as { readonly [K in RealmPermission]: z.ZodOptional<(typeof realmPermissionValues)[K]> };

export const updateRealm = endpoint({
  id: 'update-realm',
  method: 'PATCH',
  path: '/realm',
  tag: 'organization',
  summary: 'Update the organization',
  doc: 'Changes settings and permissions. The answer has one field for each that changed: its value, or the word `updated` for texts. For administrators; some settings are for owners only.',
  parameters: { ...realmSettingParameters, ...permissionParameters },
  result: { ...answers, ...permissionAnswers },
  errors: [
    'UNAUTHORIZED_PRINCIPAL',
    'REQUEST_VARIABLE_INVALID',
    'EXPECTATION_MISMATCH',
    'SYSTEM_GROUP_REQUIRED',
  ],
});

export const deactivateRealm = endpoint({
  id: 'deactivate-realm',
  method: 'POST',
  path: '/realm/deactivate',
  tag: 'organization',
  scope: null,
  summary: 'Deactivate the organization',
  doc: 'Ends all sessions and lets nobody in from then on. For owners. Needs a log-in of the last hour.',
  parameters: {
    deletion_delay_days: optional(
      json(integer.nullable(), 'Days after which everything is deleted. Null: never.'),
    ),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});
