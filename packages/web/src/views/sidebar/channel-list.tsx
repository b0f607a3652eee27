import { Suspense, useDeferredValue, useMemo, useRef, useState, type ReactElement } from 'react';
import { channelGroups, type ChannelGroup } from '../../data/derived/channels.ts';
import type { UnreadIndex } from '../../data/chat.ts';
import { Count } from '../../parts/count.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { beginChannel } from '../../screen/creation-store.ts';
import { unreadWords } from '../../screen/unread-words.ts';
import type { ChannelNameFilter } from './channel-filter.tsx';
import { ChannelRow } from './channel-row.tsx';
import { firstRows } from './first-rows.ts';
import { PlaceLink } from './place-link.tsx';
import { Section } from './section.tsx';

/** Rows that are drawn with the first view; the others, which are mostly out of sight, follow behind it. */
const FIRST_ROWS = 30;

const ChannelFilter = lazyPart(() => import('./channel-filter.tsx').then((module) => module.ChannelFilter));

/** More channels than these have a filter. */
const MAX_WITHOUT_FILTER = 20;

/** Subscribed channels by folder. */
export function ChannelList(): ReactElement {
  const { chat } = useChatScreen();
  const subscriptions = useSelect(chat.state, (state) => state.subscriptions);
  const folders = useSelect(chat.state, (state) => state.channel_folders);
  const groups = useMemo(
    () =>
      channelGroups({
        ...(subscriptions === undefined ? {} : { subscriptions }),
        ...(folders === undefined ? {} : { channel_folders: folders }),
      }),
    [subscriptions, folders],
  );
  const count = groups.reduce((sum, { channels }) => sum + channels.length, 0);
  if (count > MAX_WITHOUT_FILTER) return <ManyChannels groups={groups} count={count} />;
  if (count > 0) return <Sections groups={groups} hasOne={groups.length === 1} />;
  return (
    <Section storageKey="folder-0" title={t('Channels')}>
      <PlaceLink to={{ view: 'channels', list: 'all' }}>
        <Icon name="plus" />
        {t('Find channels')}
      </PlaceLink>
    </Section>
  );
}

function ManyChannels(props: {
  readonly groups: readonly ChannelGroup[];
  readonly count: number;
}): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const [filter, setFilter] = useState<ChannelNameFilter>();
  const groups = filter === undefined ? props.groups : groupsWith(props.groups, filter);
  return (
    <>
      <Suspense>
        <ChannelFilter count={props.count} onFilter={setFilter} list={list} />
      </Suspense>
      <div ref={list}>
        <Sections groups={groups} hasOne={props.groups.length === 1} isHeldOpen={filter !== undefined} />
      </div>
      {groups.length === 0 ? <p className="help">{t('No channel matches.')}</p> : null}
    </>
  );
}

function groupsWith(groups: readonly ChannelGroup[], { matches }: ChannelNameFilter): ChannelGroup[] {
  return groups
    .map(({ folder, channels }) => ({
      folder,
      channels: channels.filter(({ name }) => matches(name)),
    }))
    .filter(({ channels }) => channels.length > 0);
}

function Sections(props: {
  readonly groups: readonly ChannelGroup[];
  /** Whether there are no folders. */
  readonly hasOne: boolean;
  readonly isHeldOpen?: boolean;
}): ReactElement {
  const { groups, isHeldOpen = false } = props;
  const unread = useCell(useChatScreen().chat.unread);
  const shown = firstRows(groups, unread.byChannel, useDeferredValue(Infinity, FIRST_ROWS));
  return (
    <>
      {shown.map((group, index) => (
        <Section
          key={group.folder?.id ?? 0}
          storageKey={`folder-${group.folder?.id ?? 0}`}
          title={group.folder?.name ?? (props.hasOne ? t('Channels') : t('Other channels'))}
          summary={<FoldedSum group={groups[index] ?? group} unread={unread} />}
          action={<AddButton folder={group.folder} />}
          isHeldOpen={isHeldOpen}
        >
          {group.channels.map((channel) => (
            <ChannelRow
              key={channel.stream_id}
              channel={channel}
              unread={unread.byChannel.get(channel.stream_id)}
            />
          ))}
        </Section>
      ))}
    </>
  );
}

/** Creates a channel in the folder; users who may not create any find those that exist. */
function AddButton({ folder }: Pick<ChannelGroup, 'folder'>): ReactElement {
  const { chat, go } = useChatScreen();
  const mayCreate = useSelect(chat.state, (state) => state.can_create_streams === true);
  if (mayCreate)
    return (
      <IconButton
        icon="plus"
        label={
          folder === undefined
            ? t('Create a channel')
            : t('Create a channel in {folder}', { folder: folder.name })
        }
        onClick={() => beginChannel(folder === undefined ? {} : { folderId: folder.id })}
      />
    );
  return (
    <IconButton
      icon="plus"
      label={t('Find channels')}
      onClick={() => go({ view: 'channels', list: 'all' })}
    />
  );
}

function FoldedSum(props: { readonly group: ChannelGroup; readonly unread: UnreadIndex }): ReactElement {
  const sum = { count: 0, mentions: 0 };
  for (const { stream_id: id } of props.group.channels) {
    const one = props.unread.byChannel.get(id);
    sum.count += one?.count ?? 0;
    sum.mentions += one?.mentions ?? 0;
  }
  return <Count count={sum.count} words={unreadWords(sum)} />;
}
