import { realmPermissions } from '@parley/contract/objects/permission-settings.ts';
import type { ReactElement } from 'react';
import { changeOrganization, type OrganizationChange } from '../../../data/actions/organization-actions.ts';
import type { AuditEntry } from '../../../data/actions/audit-actions.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import { isForOwners, type RealmEntry } from '../realm-entries.ts';
import { changeOf, realmValue } from '../use-save-realm.ts';
import { entryWords, valueWords } from './entry-words.ts';

/** Gives a setting or permission the value before the entry. Entries with several values, and those of other objects, have no way back. */
export function SetBack({ entry }: { readonly entry: AuditEntry }): ReactElement | null {
  const chat = useChat();
  const state = useWatched(chat.state);
  const { action, before, after } = entry;
  const [field, ...others] = Object.keys(before);
  if (action !== 'organization.changed' || field === undefined || others.length > 0) return null;
  const [was, is] = [before[field], after[field]];
  const change = changeTo(field, was, is);
  const back = changeTo(field, is, was);
  const mayChange = isForOwners(field as RealmEntry['name']) ? state.is_owner === true : true;
  if (change === undefined || back === undefined || !mayChange) return null;
  const text = `${entryWords(state, entry).what}: ${valueWords(state, field, was)}`;
  return (
    <button
      type="button"
      className="btn full"
      onClick={() => void keep(text, changeOrganization(chat, change), () => changeOrganization(chat, back))}
    >
      <Icon name="retry" />
      {t('Set it back')}
    </button>
  );

  /** The server refuses to overwrite a permission that has changed since. */
  function changeTo(name: string, next: unknown, old: unknown): OrganizationChange | undefined {
    if (name in realmPermissions) return { [name]: { new: next, old } };
    const setting = name as RealmEntry['name'];
    if (realmValue(state, setting) === undefined) return undefined;
    return isPlain(next) ? changeOf(setting, next) : undefined;
  }
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
