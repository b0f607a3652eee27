import type { ReactElement } from 'react';
import { channelGroups } from '../../data/derived/channels.ts';
import { DirectoryCell, DirectoryRow, DirectoryRows } from '../../parts/directory-row.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { aboutChannel, peopleWords } from '../channels/channel-entry.tsx';
import { useRovingRows } from '../conversation-rows/use-roving-rows.ts';

/** The channels that everybody on the web can read. */
export function VisitorHome(): ReactElement {
  const chat = useChat();
  const { addressOf } = useChatScreen();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const subscriptions = useSelect(chat.state, (state) => state.subscriptions);
  const channels = channelGroups({ subscriptions: subscriptions ?? [] }).flatMap((group) => group.channels);
  const rows = useRovingRows(channels.map(({ stream_id: id }) => String(id)));
  return (
    <>
      <header className="top wide">
        <div className="wrap wide">
          <div className="title">
            <h1>{t('Public channels')}</h1>
            <bdi className="quiet desk-only lead">{name}</bdi>
          </div>
        </div>
      </header>
      <div className="body">
        <div className="wrap wide" {...rows.container}>
          <DirectoryRows columns="132px">
            {channels.map((channel) => {
              const { stream_id: id } = channel;
              return (
                <DirectoryRow
                  key={id}
                  rowKey={String(id)}
                  sign={<ChannelIcon channelId={id} />}
                  name={channel.name}
                  href={addressOf({ view: 'topics', channelId: id })}
                  about={aboutChannel(channel)}
                  cells={<DirectoryCell>{peopleWords(channel)}</DirectoryCell>}
                  isCurrent={String(id) === rows.current}
                />
              );
            })}
          </DirectoryRows>
        </div>
      </div>
    </>
  );
}
