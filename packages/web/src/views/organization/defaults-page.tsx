import type { State } from '@parley/client';
import { useState, type ReactElement } from 'react';
import { changeDefaults, setDefaultChannel } from '../../data/actions/organization-actions.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { ChannelPicker } from '../invite/channel-picker.tsx';
import { changeText, SettingControl } from '../settings/setting-control.tsx';
import { mailGroups, readingGroups, writingGroups, type SettingEntry } from '../settings/setting-tables.ts';
import { keep } from '../settings/use-save-setting.ts';
import { RealmText } from './profile-page.tsx';
import { useWhoMay } from './use-who-may.ts';

type Defaults = NonNullable<State['realm_user_settings_defaults']>;

/** Settings, channels and a first text of people who join later. */
export function DefaultsPage(): ReactElement {
  return (
    <>
      <p className="help">{t('People who join start with these. Nobody who is here is changed.')}</p>
      {[enterGroup(), ...writingGroups(), ...readingGroups(), ...mailGroups()].map(({ title, entries }) => (
        <section key={title} className="block">
          <h3>{title}</h3>
          {entries.map((entry) => (
            <DefaultLine key={entry.name} entry={entry} />
          ))}
        </section>
      ))}
      <DefaultChannels />
      <section className="block">
        <h3>{t('First message')}</h3>
        <RealmText
          name="welcome_message_custom_text"
          label={t('A text of your own')}
          help={t('The notification bot writes it to new people, after its usual welcome')}
          isLong
        />
      </section>
    </>
  );
}

export function enterGroup(): { readonly title: string; readonly entries: readonly SettingEntry[] } {
  return {
    title: t('Enter'),
    entries: [
      {
        name: 'enter_sends',
        label: t('Enter'),
        choices: [
          { value: true, name: t('Sends') },
          { value: false, name: t('Makes a new line') },
        ],
      },
    ],
  };
}

/** A setting with which new people start; those that everybody chooses alone are left out. */
function DefaultLine({ entry }: { readonly entry: SettingEntry }): ReactElement | null {
  const chat = useChat();
  const whoMay = useWhoMay();
  const { name } = entry;
  const value = useSelect(chat.state, (state) =>
    state.realm_user_settings_defaults !== undefined && name in state.realm_user_settings_defaults
      ? state.realm_user_settings_defaults[name as keyof Defaults]
      : undefined,
  );
  if (value === undefined || typeof value === 'object') return null;
  return (
    <SettingControl
      {...entry}
      value={value}
      whoMay={whoMay}
      onChange={(next) =>
        void keep(changeText(entry, next), changeDefaults(chat, { [name]: next }), () =>
          changeDefaults(chat, { [name]: value }),
        )
      }
    />
  );
}

const NO_CHANNELS: readonly number[] = [];

function DefaultChannels(): ReactElement {
  const chat = useChat();
  const whoMay = useWhoMay();
  const ids = useSelect(chat.state, (state) => state.realm_default_streams ?? NO_CHANNELS);
  const [isBusy, setBusy] = useState(false);
  const change = async (next: readonly number[]): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    for (const id of next) if (!ids.includes(id)) await attempt(setDefaultChannel(chat, id, true));
    for (const id of ids) if (!next.includes(id)) await attempt(setDefaultChannel(chat, id, false));
    setBusy(false);
  };
  return (
    <section className="block" data-setting="default-channels">
      <h3>{t('Channels')}</h3>
      {whoMay === undefined ? (
        <ChannelPicker ids={ids} onChange={(next) => void change(next)} />
      ) : (
        <WhoMay>{whoMay}</WhoMay>
      )}
    </section>
  );
}
