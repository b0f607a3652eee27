import type { RealmSettingName } from '@parley/contract/objects/realm-settings.ts';
import type { State } from '@parley/client';
import { changeOrganization, type OrganizationChange } from '../../data/actions/organization-actions.ts';
import { useChat } from '../../screen/chat-context.ts';
import { keep } from '../settings/use-save-setting.ts';
import type { RealmValue } from './realm-entries.ts';

/** The value of a setting of the organization; undefined if the client was not told of it. */
export function realmValue(state: State, name: RealmSettingName): RealmValue | undefined {
  const value: unknown = (state as Readonly<Record<string, unknown>>)[`realm_${name}`];
  return isValue(value) ? value : undefined;
}

function isValue(value: unknown): value is RealmValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Saves a setting of the organization at once; the head tells it in words, with a way back. */
export function useSaveRealm(): (
  name: RealmSettingName,
  value: RealmValue,
  text: string,
) => Promise<boolean> {
  const chat = useChat();
  return async (name, value, text) => {
    const before = realmValue(chat.state.get(), name);
    if (before === value) return true;
    return keep(
      text,
      changeOrganization(chat, changeOf(name, value)),
      before === undefined ? undefined : () => changeOrganization(chat, changeOf(name, before)),
    );
  };
}

/** The values that stand for no limit are words in requests. */
export function changeOf(name: RealmSettingName, value: RealmValue): OrganizationChange {
  const isEndless = name.endsWith('_seconds')
    ? value === null
    : name === 'message_retention_days' && value === -1;
  return { [name]: isEndless ? 'unlimited' : value };
}
