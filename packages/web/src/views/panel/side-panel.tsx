import { Suspense, useEffect, type ReactElement, type ReactNode } from 'react';
import { isSamePlace, type Place } from '../../data/address/place.ts';
import { useHistoryLayer } from '../../parts/history-layers.ts';
import { IconButton } from '../../parts/icon-button.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { t } from '../../words/index.ts';
import { useChat, useChatScreen, usePlace } from '../../screen/chat-context.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { channelName } from '../../screen/titles.ts';
import { closePanel, leaveUser, panel, type PanelContent } from '../../screen/panel-store.ts';
import styles from './side-panel.module.css';

const TopicPanel = lazyPart(() => import('./topic-panel.tsx').then((module) => module.TopicPanel));
const ChannelPanel = lazyPart(() =>
  import('../channel-panel/channel-panel.tsx').then((module) => module.ChannelPanel),
);
const ProfilePanel = lazyPart(() =>
  import('../profile/profile-panel.tsx').then((module) => module.ProfilePanel),
);
const GroupPanel = lazyPart(() => import('./group-panel.tsx').then((module) => module.GroupPanel));

type PanelView = {
  readonly title: string;
  readonly key: string;
  readonly body: ReactNode;
  /** Shown instead of the title. */
  readonly head?: ReactNode;
  /** Whether it needs more room, because it has settings. */
  readonly isWide?: boolean;
};

/** The panel beside a view: about its topic, channel or users. */
export function SidePanel(): ReactElement | null {
  const chat = useChat();
  const place = usePlace();
  const { content } = useCell(panel);
  const view = content === undefined ? undefined : viewOf(content, place, chat.selfId);
  useHistoryLayer(view === undefined ? undefined : closePanel);
  useOtherPlace(leaveUser);
  useEffect(() => {
    if (view === undefined) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const isInside = event.target instanceof Element && event.target.closest('aside') !== null;
      if (event.key === 'Escape' && isInside && !event.defaultPrevented) closePanel();
    };
    globalThis.addEventListener('keydown', onKeyDown);
    return () => globalThis.removeEventListener('keydown', onKeyDown);
  }, [view]);
  if (view === undefined) return null;
  return (
    <aside
      className={view.isWide === true ? `${styles['panel']} ${styles['wide']}` : styles['panel']}
      aria-label={view.title}
      data-region
      data-wide={view.isWide}
    >
      <div className={styles['head']}>
        <h2>{view.head ?? view.title}</h2>
        <IconButton icon="x" label={t('Close side panel')} onClick={closePanel} />
      </div>
      <Suspense>
        <div key={view.key}>{view.body}</div>
      </Suspense>
    </aside>
  );
}

/** Another place, and no other message of the same one, ends what the panel showed beside the last. */
function useOtherPlace(onLeave: () => void): void {
  const { place } = useChatScreen();
  useEffect(() => {
    const first = place.get();
    return place.subscribe(() => {
      if (!isSamePlace(first, place.get())) onLeave();
    });
  }, [place, onLeave]);
}

function viewOf(content: PanelContent, place: Place, selfId: number): PanelView | undefined {
  if (content.kind === 'user') return profileView(content.userId);
  if (place.view === 'topics') return channelView(place.channelId);
  if (place.view !== 'messages') return undefined;
  const { narrow } = place;
  if (narrow.kind === 'channel') return channelView(narrow.channelId);
  if (narrow.kind === 'topic')
    return {
      title: t('About this topic'),
      key: `${narrow.channelId} ${narrow.topic}`,
      body: <TopicPanel channelId={narrow.channelId} topic={narrow.topic} />,
    };
  if (narrow.kind !== 'direct') return undefined;
  const [only, ...others] = narrow.userIds;
  if (others.length === 0) return profileView(only ?? selfId);
  return {
    title: t('In this conversation'),
    key: narrow.userIds.join(','),
    body: <GroupPanel userIds={narrow.userIds} />,
  };
}

function profileView(userId: number): PanelView {
  return { title: t('Profile'), key: `user ${userId}`, body: <ProfilePanel userId={userId} /> };
}

function channelView(channelId: number): PanelView {
  return {
    title: t('About this channel'),
    key: `channel ${channelId}`,
    body: <ChannelPanel channelId={channelId} />,
    head: <ChannelHead channelId={channelId} />,
    isWide: true,
  };
}

function ChannelHead({ channelId }: { readonly channelId: number }): ReactElement {
  const chat = useChat();
  const name = useSelect(chat.state, (state) => channelName(state, channelId));
  return (
    <span className="with-icon">
      <ChannelIcon channelId={channelId} />
      <bdi className="clip">{name}</bdi>
    </span>
  );
}
