import { recordChange } from '../../engine/audit/record-change.ts';
import type { EventPayload } from '@parley/contract/events.ts';
import {
  type RealmSettingName,
  realmSettingNames,
  realmSettings,
  type RealmSettings,
} from '@parley/contract/objects/realm-settings.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../engine/config.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import type { LoggedEvent } from '../../engine/log/logged-event.ts';
import { applySessionRules } from '../credentials/session-rules.ts';
import { REQUIRED_SINCE, requiredSinceAfter } from '../second-steps/requirement.ts';
import { renderDescription, renderedDescriptionOf, shownSettingsOf, storedSettings } from './settings.ts';

/** Changes settings of a locked organization. Returns the names of the settings that changed. */
export async function changeSettings(
  tx: Tx,
  realm: RealmRow,
  wanted: Partial<RealmSettings>,
  { config, now = 0 }: { readonly config?: Config; readonly now?: number } = {},
): Promise<RealmSettingName[]> {
  const current = shownSettingsOf(realm, config);
  const next = { ...current, ...wanted };
  const changed = realmSettingNames.filter((name) => !isDeepStrictEqual(current[name], next[name]));
  if (changed.length === 0) return [];
  const rendered_description = changed.includes('description')
    ? renderDescription(next.description)
    : renderedDescriptionOf(realm);
  const since = requiredSinceAfter(realm, next, now);
  const settings = {
    ...storedSettings(next),
    ...(rendered_description === '' ? {} : { rendered_description }),
    ...(since === undefined ? {} : { [REQUIRED_SINCE]: since }),
  };
  await tx.all(
    q
      .updateTable('realm')
      .set({ name: next.name, org_type: next.org_type, settings: toJson(settings) })
      .where('id', '=', tx.realmId),
  );
  if (changed.includes('session_idle_minutes') || changed.includes('session_max_hours'))
    await applySessionRules(tx, now);
  recordChange(tx, 'organization.changed', { type: 'organization' }, current, next);
  for (const name of changed) tx.emit(everyone, changeEvent(name, { ...next, rendered_description }));
  return changed;
}

type Changed = RealmSettings & { readonly rendered_description: string };

/** Some settings are published together with the values derived from them. */
function changeEvent(name: RealmSettingName, settings: Changed): LoggedEvent {
  if (isSingle(name)) {
    return { type: 'realm', op: 'update', property: name, value: settings[name] };
  }
  return {
    type: 'realm',
    op: 'update_dict',
    property: 'default',
    data: { [name]: settings[name], ...derivedValues(name, settings) },
  };
}

type Single = Extract<EventPayload, { type: 'realm'; op: 'update' }>['property'];

function isSingle(name: RealmSettingName): name is Single {
  return realmSettings[name].event === 'update';
}

function derivedValues(
  name: RealmSettingName,
  { rendered_description, topics_policy }: Changed,
): { rendered_description?: string; mandatory_topics?: boolean } {
  if (name === 'description') return { rendered_description };
  if (name === 'topics_policy') return { mandatory_topics: topics_policy === 'disable_empty_topic' };
  return {};
}
