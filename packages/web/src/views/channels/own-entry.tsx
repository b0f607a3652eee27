import { type ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import { subscriptionById } from '../../data/derived/channels.ts';
import { Count } from '../../parts/count.tsx';
import { DirectoryCell, DirectoryRow } from '../../parts/directory-row.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton, useContextMenu } from '../../parts/menu.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { topicName } from '../../screen/titles.ts';
import { unreadWords } from '../../screen/unread-words.ts';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { channelMenu } from '../menus/load-menus.ts';
import { aboutChannel, type EntryProps } from './channel-entry.tsx';
import { activityByChannel } from './channel-lists.ts';

/** A channel that the user reads: its newest topics and what is unread. */
export function OwnEntry({ channel, isCurrent }: EntryProps): ReactElement {
  const screen = useChatScreen();
  const { chat } = screen;
  const { stream_id: id, name } = channel;
  const sum = useSelect(chat.unread, (unread) => unread.byChannel.get(id));
  const isMuted = useSelect(chat.state, (state) => subscriptionById(state, id)?.is_muted === true);
  const topics = useSelect(chat.conversations.recent, (recent) =>
    (activityByChannel(recent).get(id)?.topics ?? []).map(topicName).join(', '),
  );
  const timestamp = useSelect(
    chat.conversations.recent,
    (recent) => activityByChannel(recent).get(id)?.timestamp,
  );
  const menu = useContextMenu(t('Channel menu'), () => channelMenu(screen, id));
  return (
    <>
      <DirectoryRow
        rowKey={String(id)}
        sign={<ChannelIcon channelId={id} />}
        name={name}
        href={screen.addressOf({ view: 'topics', channelId: id })}
        beside={isMuted ? <Icon name="mute" isSmall /> : null}
        about={isMuted ? t('Muted') : topics === '' ? aboutChannel(channel) : topics}
        cells={
          <>
            <DirectoryCell>
              {sum === undefined ? null : (
                <>
                  <Count
                    count={sum.mentions}
                    look="pill"
                    words={t('{count} mentions', { count: sum.mentions })}
                  />
                  <Count count={sum.count} words={unreadWords(sum)} />
                </>
              )}
            </DirectoryCell>
            <DirectoryCell>{timestamp === undefined ? null : shortDay(timestamp, now())}</DirectoryCell>
          </>
        }
        action={
          <MenuButton
            label={t('Menu of {name}', { name })}
            tabIndex={isCurrent ? 0 : -1}
            groups={() => channelMenu(screen, id)}
          >
            <Icon name="dots" />
          </MenuButton>
        }
        isCurrent={isCurrent}
        onContextMenu={menu.onContextMenu}
      />
      {menu.element}
    </>
  );
}
