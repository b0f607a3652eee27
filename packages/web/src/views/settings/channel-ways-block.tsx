import type { ReactElement } from 'react';
import { CHANNEL_WAYS, setChannelWays, type ChannelWays } from '../../data/actions/personal-actions.ts';
import type { UserSettings } from '../../data/chat.ts';
import type { SubscribedChannel } from '../../data/derived/channels.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { BlockHead } from './block-head.tsx';
import styles from './channel-ways-block.module.css';
import { keep } from './use-save-setting.ts';
import table from '../../parts/table.module.css';

/** Channels whose messages are told in another way than those of all channels. */
export function ChannelWaysBlock({ settings }: { readonly settings: UserSettings }): ReactElement {
  const chat = useChat();
  const channels = useSelect(chat.state, (state) => state.subscriptions);
  const usual = usualWays(settings);
  const listed = (channels ?? []).filter(({ is_archived }) => !is_archived).toSorted(byName);
  const own = listed.filter((channel) => isOwn(waysOf(channel, usual), usual));
  const others = listed.filter((channel) => !own.includes(channel));
  const change = (
    { stream_id: id, name }: SubscribedChannel,
    before: ChannelWays,
    after: ChannelWays,
  ): void =>
    void keep(t('Notifications of {name}', { name }), setChannelWays(chat, id, after), () =>
      setChannelWays(chat, id, before),
    );
  return (
    <section className="block" data-setting="channels">
      <BlockHead title={t('Channels with their own choice')}>
        <MenuButton
          label={t('Add a channel')}
          hasText
          className="btn"
          groups={() => [
            {
              entries: others.map((channel) => ({
                id: String(channel.stream_id),
                label: channel.name,
                run: () => change(channel, usual, inverse(usual)),
              })),
            },
          ]}
        >
          <Icon name="plus" isSmall />
          {t('Add a channel')}
        </MenuButton>
      </BlockHead>
      {own.length === 0 ? (
        <p className="help">{t('None: every channel follows the line above.')}</p>
      ) : (
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{t('Channel')}</th>
              {wayNames().map((way) => (
                <th key={way} scope="col" className={table['center']}>
                  {way}
                </th>
              ))}
              <th scope="col">
                <span className="sr">{t('Actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {own.map((channel) => (
              <ChannelWaysRow
                key={channel.stream_id}
                channel={channel}
                ways={waysOf(channel, usual)}
                onChange={(after) => change(channel, waysOf(channel, usual), after)}
                onReset={() => change(channel, waysOf(channel, usual), usual)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function ChannelWaysRow(props: {
  readonly channel: SubscribedChannel;
  readonly ways: ChannelWays;
  readonly onChange: (ways: ChannelWays) => void;
  readonly onReset: () => void;
}): ReactElement {
  const { channel, ways } = props;
  const names = wayNames();
  return (
    <tr>
      <th scope="row">
        <span className={styles['channel']}>
          <ChannelIcon channelId={channel.stream_id} />
          <bdi className="clip">{channel.name}</bdi>
        </span>
        {channel.is_muted ? <span className="help">{t('Muted')}</span> : null}
      </th>
      {CHANNEL_WAYS.map((way, at) => (
        <td key={way} className={table['center']}>
          <label>
            <input
              type="checkbox"
              aria-label={`${channel.name}: ${names[at] ?? ''}`}
              checked={ways[way]}
              onChange={(event) => props.onChange({ ...ways, [way]: event.currentTarget.checked })}
            />
          </label>
        </td>
      ))}
      <td className={styles['end']}>
        <IconButton
          icon="x"
          label={t('{name}: like all channels', { name: channel.name })}
          onClick={props.onReset}
        />
      </td>
    </tr>
  );
}

function wayNames(): readonly string[] {
  return [t('Desktop'), t('Sound'), t('E-mail'), t('Push')];
}

/** The setting that holds for all channels. */
function usualWays(settings: UserSettings): ChannelWays {
  return {
    desktop_notifications: settings.enable_stream_desktop_notifications,
    audible_notifications: settings.enable_stream_audible_notifications,
    email_notifications: settings.enable_stream_email_notifications,
    push_notifications: settings.enable_stream_push_notifications,
  };
}

function waysOf(channel: SubscribedChannel, usual: ChannelWays): ChannelWays {
  return {
    desktop_notifications: channel.desktop_notifications ?? usual.desktop_notifications,
    audible_notifications: channel.audible_notifications ?? usual.audible_notifications,
    email_notifications: channel.email_notifications ?? usual.email_notifications,
    push_notifications: channel.push_notifications ?? usual.push_notifications,
  };
}

/** A new line begins with the opposite of the usual on the screen, which is why one adds a channel. */
function inverse(usual: ChannelWays): ChannelWays {
  return { ...usual, desktop_notifications: !usual.desktop_notifications };
}

function isOwn(ways: ChannelWays, usual: ChannelWays): boolean {
  return CHANNEL_WAYS.some((way) => ways[way] !== usual[way]);
}

function byName(a: SubscribedChannel, b: SubscribedChannel): number {
  return a.name.localeCompare(b.name);
}
