import type { State } from '@parley/client';
import type { ReactElement } from 'react';
import { Switch } from '../../parts/switch.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../attempt.ts';
import { useChat } from '../chat-context.ts';
import { PushBlock } from './push-block.tsx';
import { PermissionNote } from './permission-note.tsx';

type Settings = NonNullable<State['user_settings']>;
type SettingName = Extract<
  keyof Settings,
  | 'enable_desktop_notifications'
  | 'enable_sounds'
  | 'enable_followed_topic_desktop_notifications'
  | 'enable_followed_topic_audible_notifications'
  | 'enable_stream_desktop_notifications'
  | 'enable_stream_audible_notifications'
  | 'wildcard_mentions_notify'
  | 'pm_content_in_desktop_notifications'
>;

type Row = {
  readonly name: string;
  readonly help?: string;
  readonly desktop: SettingName;
  readonly sound: SettingName;
};

function rows(): readonly Row[] {
  return [
    {
      name: t('Direct messages and mentions of me'),
      help: t('Also groups I am in and my alert words'),
      desktop: 'enable_desktop_notifications',
      sound: 'enable_sounds',
    },
    {
      name: t('Followed topics'),
      desktop: 'enable_followed_topic_desktop_notifications',
      sound: 'enable_followed_topic_audible_notifications',
    },
    {
      name: t('All messages of channels'),
      help: t('A channel may have its own choice'),
      desktop: 'enable_stream_desktop_notifications',
      sound: 'enable_stream_audible_notifications',
    },
  ];
}

/** Which messages the browser tells, and how. */
export function NotificationsPage(): ReactElement | null {
  const chat = useChat();
  const settings = useSelect(chat.state, (state) => state.user_settings);
  if (settings === undefined) return null;
  const set = (name: SettingName, isOn: boolean): void =>
    void attempt(chat.client.updateSettings({ [name]: isOn }));
  const box = (name: SettingName, label: string): ReactElement => (
    <td className="c">
      <input
        type="checkbox"
        aria-label={label}
        checked={settings[name]}
        onChange={(event) => set(name, event.currentTarget.checked)}
      />
    </td>
  );
  return (
    <>
      <p className="help">{t('Changes are saved at once.')}</p>
      <PermissionNote />
      <div className="block">
        <h3>{t('Tell me about')}</h3>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{t('Messages')}</th>
              <th scope="col" className="c">
                {t('Desktop')}
              </th>
              <th scope="col" className="c">
                {t('Sound')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows().map(({ name, help, desktop, sound }) => (
              <tr key={desktop}>
                <th scope="row">
                  {name}
                  {help === undefined ? null : <span className="help">{help}</span>}
                </th>
                {box(desktop, t('{name}: desktop', { name }))}
                {box(sound, t('{name}: sound', { name }))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="block">
        <h3>{t('How')}</h3>
        <Switch
          isOn={settings.wildcard_mentions_notify}
          onChange={(isOn) => set('wildcard_mentions_notify', isOn)}
        >
          {t('Mentions of everyone count as mentions of me')}
        </Switch>
        <Switch
          isOn={settings.pm_content_in_desktop_notifications}
          onChange={(isOn) => set('pm_content_in_desktop_notifications', isOn)}
        >
          {t('Show the text of direct messages in notifications')}
          <span className="help">{t('Off shows only who wrote')}</span>
        </Switch>
      </div>
      <PushBlock />
    </>
  );
}
