import { maySubscribe, type State } from '@parley/client';
import { useMemo, useState, type ReactElement } from 'react';
import { visibleChannels, type KnownChannel } from '../../data/derived/channels.ts';
import { DirectoryRows } from '../../parts/directory-row.tsx';
import { useWatched } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { ChannelEntry } from '../channels/channel-entry.tsx';
import groupStyles from '../conversation-rows/groups.module.css';

const MAX_SUGGESTED = 3;

/** Channels that most people read and a newcomer does not, with a button that joins; a joined one stays until the next visit. */
export function SuggestedChannels(): ReactElement | null {
  const chat = useChat();
  const state = useWatched(chat.state);
  const [suggested] = useState(() => suggestedChannels(chat.state.get()).map(({ stream_id: id }) => id));
  const own = useMemo(
    () => new Set((state.subscriptions ?? []).map(({ stream_id: id }) => id)),
    [state.subscriptions],
  );
  const channels = visibleChannels(state);
  const shown = suggested.flatMap((id) => channels.find(({ stream_id: one }) => one === id) ?? []);
  if (shown.length === 0) return null;
  return (
    <section className={groupStyles['group']}>
      <div className={groupStyles['head']}>
        <h2>{t('Channels that many read')}</h2>
      </div>
      <DirectoryRows columns="8rem 5.5rem">
        {shown.map((channel) => (
          <ChannelEntry
            key={channel.stream_id}
            channel={channel}
            isJoined={own.has(channel.stream_id)}
            isCurrent
          />
        ))}
      </DirectoryRows>
    </section>
  );
}

/** The largest open channels that the user may join and has not joined. */
export function suggestedChannels(state: State): readonly KnownChannel[] {
  const own = new Set((state.subscriptions ?? []).map(({ stream_id: id }) => id));
  return visibleChannels(state)
    .filter((channel) => !own.has(channel.stream_id) && !channel.invite_only && maySubscribe(state, channel))
    .toSorted((a, b) => b.subscriber_count - a.subscriber_count || a.name.localeCompare(b.name))
    .slice(0, MAX_SUGGESTED);
}
