import type { Parameter } from '@parley/contract/parameter.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import * as z from 'zod';
import type { Stage } from '../cast.ts';
import { type Family, freshName, type Known, type Setting } from './family.ts';

export async function knownOf(stage: Stage, founder: TestUser): Promise<Known> {
  const groups = (await stage.must(founder, 'GET', '/user_groups')).at('user_groups') as {
    id: number;
    name: string;
  }[];
  const folder = await stage.must(founder, 'POST', '/channel_folders/create', {
    name: freshName(),
    description: '',
  });
  const state = await stage.must(founder, 'POST', '/register', {
    fetch_event_types: ['realm', 'user_settings', 'realm_user_settings_defaults'],
    client_capabilities: { user_settings_object: true, notification_settings_null: true },
  });
  const isHome = founder.realmId === stage.server.realmId;
  return {
    groups: Object.fromEntries(groups.map(({ id, name }) => [name, id])),
    folder: Number(folder.at('channel_folder_id')),
    common: isHome ? stage.common : { id: stage.otherCommon, name: 'common' },
    current: state.body,
  };
}

/** A value of the parameter that differs from the current one; undefined if there is none for the relation. */
export function valueOf(family: Family, name: string, parameter: Parameter, setting: Setting): unknown {
  const chosen = family.values[name];
  if (chosen !== undefined) return chosen(setting);
  const schema = z.toJSONSchema(parameter.schema, { io: 'input', unrepresentable: 'any' });
  const current = currentValue(family, name, setting.known);
  if (schema.type === 'boolean') return current !== true;
  if (schema.enum !== undefined) return schema.enum.find((value) => value !== current);
  const { groups } = setting.known;
  const other =
    current === groups['role:moderators'] ? groups['role:administrators'] : groups['role:moderators'];
  if (schema.$ref === '#/$defs/GroupSettingChange') return { new: other };
  if (schema.$ref === '#/$defs/GroupSettingInput') return other;
  throw new Error(`${family.operation}: the parameter ${name} needs a value.`);
}

function currentValue({ operation }: Family, name: string, { current }: Known): unknown {
  if (operation === 'update-realm') return current[`realm_${name}`];
  const [key] = operation.startsWith('update-realm')
    ? (['realm_user_settings_defaults'] as const)
    : (['user_settings'] as const);
  return (current[key] as Readonly<Record<string, unknown>> | undefined)?.[name];
}
