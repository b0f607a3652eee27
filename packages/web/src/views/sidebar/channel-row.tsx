import { memo, type ReactElement } from 'react';
import type { SubscribedChannel } from '../../data/derived/channels.ts';
import type { UnreadChannel, UnreadConversation } from '../../data/chat.ts';
import { narrowKey } from '../../data/narrow/narrow.ts';
import type { Place } from '../../data/address/place.ts';
import { Count } from '../../parts/count.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useContextMenu } from '../../parts/menu.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { channelMenu, conversationMenu } from '../menus/load-menus.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { isResolved, topicName } from '../../screen/titles.ts';
import { unreadWords } from '../../screen/unread-words.ts';
import { MAX_SHOWN_TOPICS } from './first-rows.ts';
import { PlaceLink } from './place-link.tsx';
import link from './place-link.module.css';

export type ChannelRowProps = {
  readonly channel: SubscribedChannel;
  readonly unread: UnreadChannel | undefined;
};

const NOTHING_UNREAD: UnreadChannel = { count: 0, mentions: 0, topics: [] };

/** A channel of the sidebar with its latest unread topics. */
export const ChannelRow = memo(function ChannelRow(props: ChannelRowProps): ReactElement {
  const { channel, unread = NOTHING_UNREAD } = props;
  const screen = useChatScreen();
  const id = channel.stream_id;
  const menu = useContextMenu(t('Channel menu'), () => channelMenu(screen, id));
  const open = useSelect(screen.place, (place) => openTopic(place, id));
  const topics = shownTopics(id, unread.topics, open);
  const drafts = useDraftKeys(id);
  const shownKeys = new Set(topics.map(({ key }) => key));
  const hasHiddenDraft = drafts.some((key) => !shownKeys.has(key));
  const isOpen = useSelect(
    screen.place,
    (place) =>
      (place.view === 'topics' && place.channelId === id) ||
      (place.view === 'messages' && place.narrow.kind === 'channel' && place.narrow.channelId === id),
  );
  return (
    <>
      <PlaceLink
        to={{ view: 'topics', channelId: id }}
        isUnread={unread.count > 0 && !channel.is_muted}
        isMuted={channel.is_muted}
        isCurrent={isOpen}
        title={channel.name}
        onContextMenu={menu.onContextMenu}
      >
        <ChannelIcon channelId={id} />
        <bdi className="clip">{channel.name}</bdi>
        {unread.count > 0 ? <Count count={unread.count} words={unreadWords(unread)} /> : null}
        <EndSign isMuted={channel.is_muted} hasDraft={hasHiddenDraft} hasCount={unread.count > 0} />
      </PlaceLink>
      {menu.element}
      {topics.map((topic) => (
        <TopicRow
          // The row of a topic without unread messages goes on with the next one that is opened.
          key={topic.unread === undefined ? 'open' : topic.key}
          channelId={id}
          topic={topic.topic}
          unread={topic.unread}
          hasDraft={drafts.includes(topic.key)}
        />
      ))}
    </>
  );
});

/** Conversations of a channel with a draft. */
function useDraftKeys(channelId: number): readonly string[] {
  const { chat } = useChatScreen();
  return useSelect(
    chat.drafts.all,
    (all) => [...all.keys()].filter((key) => key.startsWith(`topic:${channelId}:`)),
    isSameList,
  );
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, n) => one === b[n]);
}

type ShownTopic = {
  readonly key: string;
  readonly topic: string;
  readonly unread: UnreadConversation | undefined;
};

function TopicRow(
  props: Omit<ShownTopic, 'key'> & { readonly channelId: number; readonly hasDraft: boolean },
): ReactElement {
  const { channelId, topic, unread, hasDraft } = props;
  const screen = useChatScreen();
  const menu = useContextMenu(t('Topic menu'), () =>
    conversationMenu(screen, { kind: 'topic', channelId, topic }),
  );
  const hasMention = (unread?.mentions ?? 0) > 0;
  return (
    <>
      <PlaceLink
        to={{ view: 'messages', narrow: { kind: 'topic', channelId, topic } }}
        isTopic
        isUnread={unread !== undefined && !unread.isMuted}
        isMuted={unread?.isMuted === true}
        title={topicName(topic)}
        onContextMenu={menu.onContextMenu}
      >
        <span className="clip">
          {topic === '' ? <i>{topicName(topic)}</i> : <bdi>{topicName(topic)}</bdi>}
          {isResolved(topic) ? <span className="sr">, {t('resolved')}</span> : null}
        </span>
        {unread === undefined ? null : (
          <Count count={unread.count} {...(hasMention ? { sign: '@' } : {})} words={unreadWords(unread)} />
        )}
        <EndSign isMuted={false} hasDraft={hasDraft} hasCount={unread !== undefined} />
      </PlaceLink>
      {menu.element}
    </>
  );
}

function EndSign(props: {
  readonly isMuted: boolean;
  readonly hasDraft: boolean;
  readonly hasCount: boolean;
}): ReactElement | null {
  if (props.hasCount || (!props.isMuted && !props.hasDraft)) return null;
  return (
    <>
      <Icon name={props.hasDraft ? 'pencil' : 'mute'} isSmall className={link['end']} />
      <span className="sr">, {props.hasDraft ? t('draft') : t('muted')}</span>
    </>
  );
}

/** The topic of a channel that is shown. */
function openTopic(place: Place, channelId: number): string | undefined {
  if (place.view !== 'messages' || place.narrow.kind !== 'topic') return undefined;
  return place.narrow.channelId === channelId ? place.narrow.topic : undefined;
}

/** The latest unread topics, and the open one. */
function shownTopics(
  channelId: number,
  topics: readonly UnreadConversation[],
  openName: string | undefined,
): ShownTopic[] {
  const unread = topics.flatMap((one) =>
    one.conversation.kind === 'topic'
      ? { key: narrowKey(one.conversation), topic: one.conversation.topic, unread: one }
      : [],
  );
  const open =
    openName === undefined
      ? undefined
      : {
          key: narrowKey({ kind: 'topic', channelId, topic: openName }),
          topic: openName,
          unread: undefined,
        };
  const latest = unread.filter(({ key }, index) => index < MAX_SHOWN_TOPICS || key === open?.key);
  if (open === undefined || latest.some(({ key }) => key === open.key)) return latest;
  return [open, ...latest];
}
