import { maySubscribe } from '@parley/client';
import { useState, type ReactElement } from 'react';
import type { KnownChannel } from '../../data/derived/channels.ts';
import { plainText } from '../../data/derived/preview-text.ts';
import { Icon } from '../../parts/icon.tsx';
import { useContextMenu } from '../../parts/menu.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { plural, t } from '../../words/index.ts';
import { joinChannel, leaveChannel } from '../../screen/join-and-leave.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { channelMenu } from '../menus/load-menus.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';

export type ChannelEntryProps = {
  readonly channel: KnownChannel;
  readonly isJoined: boolean;
  /** Whether Tab reaches this row of the list. */
  readonly isCurrent: boolean;
};

/** A channel in the list of channels, with the button that joins or leaves it. */
export function ChannelEntry({ channel, isJoined, isCurrent }: ChannelEntryProps): ReactElement {
  const screen = useChatScreen();
  const { stream_id: id, name } = channel;
  const mayJoin = useSelect(screen.chat.state, (state) => maySubscribe(state, channel));
  const menu = useContextMenu(t('Channel menu'), () => channelMenu(screen, id));
  const count = channel.subscriber_count;
  const isClosed = !isJoined && !mayJoin;
  const about = [
    channel.invite_only ? t('Private.') : channel.is_web_public ? t('Public on the web.') : '',
    isClosed ? t('One of its subscribers can add you.') : plainText(channel.rendered_description),
  ];
  return (
    <li className="channel-entry" data-row={String(id)} {...{ onContextMenu: menu.onContextMenu }}>
      <ChannelIcon channelId={id} />
      <div className="channel-about">
        <a
          href={screen.addressOf({ view: 'topics', channelId: id })}
          tabIndex={isCurrent ? 0 : -1}
          data-row-link=""
        >
          <bdi>{name}</bdi>
        </a>
        <div className="clip quiet">{about.filter(Boolean).join(' ')}</div>
      </div>
      <span className="channel-people quiet num">
        {plural(count, { one: '# person', other: '# people' })}
      </span>
      {isJoined ? (
        <LeaveButton channel={channel} isCurrent={isCurrent} />
      ) : (
        <button
          type="button"
          className="btn channel-act"
          tabIndex={isCurrent ? 0 : -1}
          aria-label={t('Join {name}', { name })}
          disabled={isClosed}
          onClick={() => void joinChannel(screen.chat, id)}
        >
          {t('Join')}
        </button>
      )}
      {menu.element}
    </li>
  );
}

/** Says that the channel is joined until the pointer, the focus or a first tap is on it. */
function LeaveButton(props: { readonly channel: KnownChannel; readonly isCurrent: boolean }): ReactElement {
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
      className={isArmed ? 'btn channel-act joined armed' : 'btn channel-act joined'}
      tabIndex={props.isCurrent ? 0 : -1}
      aria-label={t('Joined: leave {name}', { name })}
      onClick={press}
      onBlur={() => setArmed(false)}
    >
      <span className="joined-word">
        <Icon name="check" isSmall />
        {t('Joined')}
      </span>
      <span className="leave-word">{t('Leave')}</span>
    </button>
  );
}
