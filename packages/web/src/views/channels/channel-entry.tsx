import { maySubscribe } from '@parley/client';
import { useState, type ReactElement } from 'react';
import type { KnownChannel } from '../../data/derived/channels.ts';
import { now } from '../../data/clock.ts';
import { plainText } from '../../data/derived/preview-text.ts';
import { DirectoryCell, DirectoryRow } from '../../parts/directory-row.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useContextMenu } from '../../parts/menu.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { joinChannel, leaveChannel } from '../../screen/join-and-leave.ts';
import { shortDay } from '../../words/dates.ts';
import { plural, t } from '../../words/index.ts';
import { channelMenu } from '../menus/load-menus.ts';
import { activityByChannel } from './channel-lists.ts';
import styles from './channel-entry.module.css';

export type EntryProps = {
  readonly channel: KnownChannel;
  /** Whether Tab reaches this row of the list. */
  readonly isCurrent: boolean;
};

/** A channel in the list of all, with the button that joins or leaves it. */
export function ChannelEntry({
  channel,
  isJoined,
  isCurrent,
}: EntryProps & { readonly isJoined: boolean }): ReactElement {
  const screen = useChatScreen();
  const { stream_id: id, name } = channel;
  const mayJoin = useSelect(screen.chat.state, (state) => maySubscribe(state, channel));
  const menu = useContextMenu(t('Channel menu'), () => channelMenu(screen, id));
  const isClosed = !isJoined && !mayJoin;
  return (
    <>
      <DirectoryRow
        rowKey={String(id)}
        sign={<ChannelIcon channelId={id} />}
        name={name}
        href={screen.addressOf({ view: 'topics', channelId: id })}
        about={aboutChannel(channel, isClosed ? t('One of its subscribers can add you.') : undefined)}
        cells={
          <>
            <DirectoryCell>{peopleWords(channel)}</DirectoryCell>
            <DirectoryCell>
              <LastActivity channel={channel} />
            </DirectoryCell>
          </>
        }
        action={
          isJoined ? (
            <LeaveButton channel={channel} isCurrent={isCurrent} />
          ) : (
            <button
              type="button"
              className="btn"
              tabIndex={isCurrent ? 0 : -1}
              aria-label={t('Join {name}', { name })}
              data-act="membership"
              disabled={isClosed}
              onClick={() => void joinChannel(screen.chat, id)}
            >
              {t('Join')}
            </button>
          )
        }
        isCurrent={isCurrent}
        onContextMenu={menu.onContextMenu}
      />
      {menu.element}
    </>
  );
}

/** Day of the last message that is known; of channels of others only whether messages came in the last weeks. */
function LastActivity({ channel }: Pick<EntryProps, 'channel'>): ReactElement {
  const chat = useChat();
  const timestamp = useSelect(
    chat.conversations.recent,
    (recent) => activityByChannel(recent).get(channel.stream_id)?.timestamp,
  );
  if (timestamp !== undefined) return <>{shortDay(timestamp, now())}</>;
  return <>{channel.is_recently_active ? '' : t('Quiet')}</>;
}

/** Tells who can read the channel, and what it is for. */
export function aboutChannel(channel: KnownChannel, instead?: string): string {
  const kind = channel.invite_only ? t('Private.') : channel.is_web_public ? t('Public on the web.') : '';
  return [kind, instead ?? plainText(channel.rendered_description)].filter(Boolean).join(' ');
}

export function peopleWords({ subscriber_count: count }: KnownChannel): string {
  return plural(count, { one: '# person', other: '# people' });
}

/** Says that the channel is joined until the pointer, the focus or a first tap is on it. */
function LeaveButton(props: EntryProps): ReactElement {
  const chat = useChat();
  const { stream_id: id, name } = props.channel;
  const [isArmed, setArmed] = useState(false);
  const press = (): void => {
    if (isArmed || globalThis.matchMedia('(hover: hover)').matches) void leaveChannel(chat, id);
    else setArmed(true);
  };
  return (
    <button
      type="button"
      className={`btn ${styles['joined']} ${isArmed ? styles['armed'] : ''}`}
      tabIndex={props.isCurrent ? 0 : -1}
      aria-label={t('Joined: leave {name}', { name })}
      data-act="membership"
      onClick={press}
      onBlur={() => setArmed(false)}
    >
      <span className={styles['joined-word']}>
        <Icon name="check" isSmall />
        {t('Joined')}
      </span>
      <span className={styles['leave-word']}>{t('Leave')}</span>
    </button>
  );
}
