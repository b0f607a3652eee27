import type { State } from '@parley/client';
import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Switch } from '../../parts/switch.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { plural, t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { AlertWordsBlock } from './alert-words-block.tsx';
import { ChannelWaysBlock } from './channel-ways-block.tsx';
import { PauseBlock } from './pause-block.tsx';
import { PushBlock } from './push-block.tsx';
import { PermissionNote } from './permission-note.tsx';
import { QuietHoursBlock } from './quiet-hours-block.tsx';
import { changeText } from './setting-control.tsx';
import { SettingGroups } from './setting-groups.tsx';
import { mailGroups } from './setting-tables.ts';
import { useSaveSetting } from './use-save-setting.ts';
import table from '../../parts/table.module.css';

type Settings = NonNullable<State['user_settings']>;
type SettingName = Extract<
  keyof Settings,
  | 'enable_desktop_notifications'
  | 'enable_sounds'
  | 'enable_followed_topic_desktop_notifications'
  | 'enable_followed_topic_audible_notifications'
  | 'enable_stream_desktop_notifications'
  | 'enable_stream_audible_notifications'
  | 'enable_offline_email_notifications'
  | 'enable_followed_topic_email_notifications'
  | 'enable_stream_email_notifications'
  | 'enable_offline_push_notifications'
  | 'enable_followed_topic_push_notifications'
  | 'enable_stream_push_notifications'
  | 'wildcard_mentions_notify'
  | 'pm_content_in_desktop_notifications'
>;

type Row = {
  readonly name: string;
  readonly help?: string;
  readonly desktop: SettingName;
  readonly sound: SettingName;
  readonly email: SettingName;
  readonly push: SettingName;
};

function rows(): readonly Row[] {
  return [
    {
      name: t('Direct messages and mentions of me'),
      help: t('Also groups I am in and my alert words'),
      desktop: 'enable_desktop_notifications',
      sound: 'enable_sounds',
      email: 'enable_offline_email_notifications',
      push: 'enable_offline_push_notifications',
    },
    {
      name: t('Followed topics'),
      desktop: 'enable_followed_topic_desktop_notifications',
      sound: 'enable_followed_topic_audible_notifications',
      email: 'enable_followed_topic_email_notifications',
      push: 'enable_followed_topic_push_notifications',
    },
    {
      name: t('All messages of channels'),
      help: t('A channel may have its own choice'),
      desktop: 'enable_stream_desktop_notifications',
      sound: 'enable_stream_audible_notifications',
      email: 'enable_stream_email_notifications',
      push: 'enable_stream_push_notifications',
    },
  ];
}

/** Which messages the browser tells, and how. */
export function NotificationsPage(): ReactElement | null {
  const chat = useChat();
  const save = useSaveSetting();
  const settings = useSelect(chat.state, (state) => state.user_settings);
  if (settings === undefined) return null;
  const set = (name: SettingName, isOn: boolean, label: string): void =>
    void save(name, isOn, (next) => changeText({ label }, next));
  const box = (name: SettingName, label: string): ReactElement => (
    <td className={table['center']}>
      <label>
        <input
          type="checkbox"
          aria-label={label}
          checked={settings[name]}
          onChange={(event) => set(name, event.currentTarget.checked, label)}
        />
      </label>
    </td>
  );
  return (
    <>
      <p className="help">{t('Changes are saved at once.')}</p>
      <PermissionNote />
      <PauseBlock />
      <div className="block" data-setting="tell">
        <h3>{t('Tell me about')}</h3>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{t('Messages')}</th>
              {[t('Desktop'), t('Sound'), t('E-mail'), t('Push')].map((way) => (
                <th key={way} scope="col" className={table['center']}>
                  {way}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows().map(({ name, help, desktop, sound, email, push }) => (
              <tr key={desktop}>
                <th scope="row">
                  {name}
                  {help === undefined ? null : <span className="help">{help}</span>}
                </th>
                {box(desktop, t('{name}: desktop', { name }))}
                {box(sound, t('{name}: sound', { name }))}
                {box(email, t('{name}: e-mail', { name }))}
                {box(push, t('{name}: push', { name }))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="help">{t('E-mails and pushes come while you are away.')}</p>
      </div>
      <ChannelWaysBlock settings={settings} />
      <AlertWordsBlock />
      <div className="block">
        <h3>{t('How')}</h3>
        <Switch
          isOn={settings.wildcard_mentions_notify}
          onChange={(isOn) => set('wildcard_mentions_notify', isOn, t('Mentions of everyone'))}
        >
          {t('Mentions of everyone count as mentions of me')}
        </Switch>
        <Switch
          isOn={settings.pm_content_in_desktop_notifications}
          onChange={(isOn) => set('pm_content_in_desktop_notifications', isOn, t('Text of direct messages'))}
        >
          {t('Show the text of direct messages in notifications')}
          <span className="help">{t('Off shows only who wrote')}</span>
        </Switch>
        <EmailDelay
          seconds={settings.email_notifications_batching_period_seconds}
          onChange={(seconds) =>
            void save('email_notifications_batching_period_seconds', seconds, (next) =>
              t('Wait before an e-mail: {time}', { time: durationOf(Number(next)) }),
            )
          }
        />
      </div>
      <SettingGroups groups={mailGroups()} />
      <QuietHoursBlock />
      <PushBlock />
    </>
  );
}

const DELAYS_S: readonly number[] = [60, 120, 300, 900, 3600];

type EmailDelayProps = { readonly seconds: number; readonly onChange: (seconds: number) => void };

function EmailDelay({ seconds, onChange }: EmailDelayProps): ReactElement {
  const delays = [...new Set([...DELAYS_S, seconds])].toSorted((a, b) => a - b);
  return (
    <label className="line">
      <span>
        {t('Wait before an e-mail')}
        <span className="help">{t('None is sent if you read the message first')}</span>
      </span>
      <span className="field">
        <select value={seconds} onChange={(event) => onChange(Number(event.target.value))}>
          {delays.map((delay) => (
            <option key={delay} value={delay}>
              {durationOf(delay)}
            </option>
          ))}
        </select>
        <Icon name="down" isSmall />
      </span>
    </label>
  );
}

function durationOf(seconds: number): string {
  if (seconds % 3600 === 0) return plural(seconds / 3600, { one: '# hour', other: '# hours' });
  if (seconds % 60 === 0) return plural(seconds / 60, { one: '# minute', other: '# minutes' });
  return plural(seconds, { one: '# second', other: '# seconds' });
}
