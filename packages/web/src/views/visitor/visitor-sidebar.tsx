import { memo, useMemo, type ReactElement } from 'react';
import { channelGroups, type SubscribedChannel } from '../../data/derived/channels.ts';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { channelOf } from '../../screen/going.ts';
import { OrganizationMark } from '../../screen/organization-mark.tsx';
import { topicName } from '../../screen/titles.ts';
import { t } from '../../words/index.ts';
import { PlaceLink } from '../sidebar/place-link.tsx';
import { rove } from '../sidebar/rove.ts';
import { Section } from '../sidebar/section.tsx';
import { SyncLine } from '../sidebar/sync-line.tsx';
import styles from './visitor-sidebar.module.css';
import sidebar from '../sidebar/sidebar.module.css';
import menu from '../sidebar/organization-menu.module.css';

/** Newest topics below the channel that is open. */
const MAX_SHOWN_TOPICS = 8;

/** The channels that visitors can read, with the newest topics of the open one. */
export const VisitorSidebar = memo(function VisitorSidebar(): ReactElement {
  const chat = useChat();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const iconUrl = useSelect(chat.state, (state) =>
    state.realm_icon_source === 'U' ? state.realm_icon_url : undefined,
  );
  const subscriptions = useSelect(chat.state, (state) => state.subscriptions);
  const folders = useSelect(chat.state, (state) => state.channel_folders);
  const groups = useMemo(
    () => channelGroups({ subscriptions: subscriptions ?? [], channel_folders: folders ?? [] }),
    [subscriptions, folders],
  );
  return (
    <nav className={sidebar['sidebar']} data-region aria-label={t('Channels and topics')}>
      <div className={sidebar['head']}>
        <a className={`${menu['organization']} ${styles['home']}`} href="#channels">
          <OrganizationMark name={name} iconUrl={iconUrl} />
          <bdi className="clip">{name}</bdi>
        </a>
      </div>
      <div className={sidebar['channels']} ref={rove}>
        {groups.map(({ folder, channels }) => (
          <Section
            key={folder?.id ?? 0}
            storageKey={`visitor-${folder?.id ?? 0}`}
            title={folder?.name ?? (groups.length === 1 ? t('Channels') : t('Other channels'))}
          >
            {channels.map((channel) => (
              <ChannelRow key={channel.stream_id} channel={channel} />
            ))}
          </Section>
        ))}
      </div>
      <SyncLine />
    </nav>
  );
});

function ChannelRow({ channel }: { readonly channel: SubscribedChannel }): ReactElement {
  const { place } = useChatScreen();
  const { stream_id: id, name } = channel;
  const isOpen = useSelect(place, (shown) => channelOf(shown) === id);
  const isCurrent = useSelect(
    place,
    (shown) => channelOf(shown) === id && !(shown.view === 'messages' && shown.narrow.kind === 'topic'),
  );
  return (
    <>
      <PlaceLink to={{ view: 'topics', channelId: id }} isCurrent={isCurrent} title={name}>
        <ChannelIcon channelId={id} />
        <bdi className="clip">{name}</bdi>
      </PlaceLink>
      {isOpen ? <TopicRows channelId={id} /> : null}
    </>
  );
}

function TopicRows({ channelId }: { readonly channelId: number }): ReactElement {
  const topics = useCell(useChat().topicsOf(channelId)) ?? [];
  return (
    <>
      {topics.slice(0, MAX_SHOWN_TOPICS).map(({ name }) => (
        <PlaceLink
          key={name}
          to={{ view: 'messages', narrow: { kind: 'topic', channelId, topic: name } }}
          isTopic
          title={topicName(name)}
        >
          <bdi className="clip">{topicName(name)}</bdi>
        </PlaceLink>
      ))}
    </>
  );
}
