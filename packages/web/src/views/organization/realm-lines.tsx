import type { ReactElement } from 'react';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { changeText, SettingControl } from '../settings/setting-control.tsx';
import { isForOwners, spanName, type RealmEntry, type RealmGroup, type RealmValue } from './realm-entries.ts';
import { useChannelChoices } from './use-channel-choices.ts';
import { realmValue, useSaveRealm } from './use-save-realm.ts';
import { useLastChange } from './use-last-change.ts';
import { useWhoMay } from './use-who-may.ts';

export function RealmGroups({ groups }: { readonly groups: readonly RealmGroup[] }): ReactElement {
  return (
    <>
      {groups.map(({ title, entries }) => (
        <section key={title} className="block">
          <h3>{title}</h3>
          {entries.map((entry) =>
            entry.choices === 'channels' ? (
              <ChannelLine key={entry.name} entry={entry} />
            ) : entry.choices === 'call-providers' ? (
              <CallProviderLine key={entry.name} entry={entry} />
            ) : (
              <RealmLine key={entry.name} entry={{ ...entry, choices: entry.choices }} />
            ),
          )}
        </section>
      ))}
    </>
  );
}

type Chosen = Omit<RealmEntry, 'choices'> & { readonly choices?: Exclude<RealmEntry['choices'], string> };

/** A setting of the organization that is saved at once. */
export function RealmLine({ entry }: { readonly entry: Chosen }): ReactElement | null {
  const chat = useChat();
  const save = useSaveRealm();
  const { name, label, help, choices } = entry;
  const value = useSelect(chat.state, (state) => realmValue(state, name));
  const whoMay = useWhoMay(isForOwners(name));
  const changed = useLastChange(name, value);
  if (value === undefined) return null;
  return (
    <SettingControl<RealmValue>
      name={name}
      label={label}
      help={help}
      changed={changed}
      choices={choices}
      value={value}
      otherName={otherName(name, value)}
      whoMay={whoMay}
      onChange={(next) => void save(name, next, changeText(entry, next))}
    />
  );
}

function ChannelLine({ entry }: { readonly entry: RealmEntry }): ReactElement {
  return <RealmLine entry={{ ...entry, choices: useChannelChoices() }} />;
}

/** The server says where calls can take place. */
function CallProviderLine({ entry }: { readonly entry: RealmEntry }): ReactElement {
  const chat = useChat();
  const providers = useSelect(chat.state, (state) => state.realm_available_video_chat_providers);
  const choices = Object.values(providers ?? {}).map(({ id, name }) => ({
    value: id,
    name:
      id === 0 ? t('Nowhere: no button') : name === 'Conference' ? t('The provider of this server') : name,
  }));
  return <RealmLine entry={{ ...entry, choices }} />;
}

/** A value that is not among the choices, because another client has set it. */
function otherName(name: string, value: RealmValue): string {
  if (name.endsWith('_stream_id') || name.endsWith('_channel_id')) return t('A channel that you cannot see');
  if (typeof value === 'number' && name.endsWith('_seconds')) return spanName(value);
  return typeof value === 'number' ? t('{count} days', { count: value }) : String(value);
}
