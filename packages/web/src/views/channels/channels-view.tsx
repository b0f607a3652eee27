import { useMemo, useRef, useState, type ReactElement } from 'react';
import type { ChannelListName } from '../../data/address/place.ts';
import { groupByFolder, type KnownChannel } from '../../data/derived/channels.ts';
import { plainText } from '../../data/derived/preview-text.ts';
import { useCommand } from '../../keys/use-command.ts';
import { DirectoryRows } from '../../parts/directory-row.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { PHONE_QUERY, useMedia } from '../../parts/use-media.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { msg, plural, t } from '../../words/index.ts';
import { matchText } from '../../words/match.ts';
import { useRovingRows } from '../conversation-rows/use-roving-rows.ts';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { PageHeader } from '../phone/page-header.tsx';
import { ChannelList } from '../sidebar/channel-list.tsx';
import { DirectList } from '../sidebar/direct-list.tsx';
import { ArchivedEntry } from './archived-entry.tsx';
import { ChannelEntry } from './channel-entry.tsx';
import { channelLists } from './channel-lists.ts';
import { FolderMenu, NewFolderButton } from './folder-controls.tsx';
import { NewChannelButton } from './new-channel-button.tsx';
import { OwnEntry } from './own-entry.tsx';
import groupStyles from '../conversation-rows/groups.module.css';
import toolbar from '../../parts/toolbar.module.css';
import styles from './channels-view.module.css';
import choices from '../../parts/choices.module.css';

/** Channels of the user, all others that the user can see, and archived ones. */
export function ChannelsView({ list }: { readonly list: ChannelListName | undefined }): ReactElement {
  const chat = useChat();
  const isPhone = useMedia(PHONE_QUERY);
  const subscriptions = useSelect(chat.state, (state) => state.subscriptions);
  const unsubscribed = useSelect(chat.state, (state) => state.unsubscribed);
  const others = useSelect(chat.state, (state) => state.never_subscribed);
  const lists = useMemo(
    () =>
      channelLists({
        subscriptions: subscriptions ?? [],
        unsubscribed: unsubscribed ?? [],
        never_subscribed: others ?? [],
      }),
    [subscriptions, unsubscribed, others],
  );
  const shown = list ?? (isPhone ? 'yours' : 'all');
  const counts = { yours: lists.yours.length, all: lists.all.length, archived: lists.archived.length };
  return (
    <>
      <PageHeader
        title={t('Channels')}
        note={
          shown === 'archived' ? t('{archived} archived', counts) : t('You read {yours} of {all}', counts)
        }
      >
        <NewChannelButton />
      </PageHeader>
      <div className="body">
        <div className="wrap wide">
          {isPhone && shown === 'yours' ? (
            <>
              <div className={toolbar['toolbar']}>
                <ListTabs current={shown} counts={counts} />
              </div>
              <div className={styles['sidebar']}>
                <DirectList />
                <ChannelList />
              </div>
            </>
          ) : (
            <Directory key={shown} list={shown} channels={lists[shown]} counts={counts} own={lists.own} />
          )}
        </div>
      </div>
    </>
  );
}

type Counts = Readonly<Record<ChannelListName, number>>;

function ListTabs(props: { readonly current: ChannelListName; readonly counts: Counts }): ReactElement {
  const { addressOf } = useChatScreen();
  const tab = (list: ChannelListName, name: string): ReactElement => (
    <a
      href={addressOf({ view: 'channels', list })}
      aria-current={props.current === list ? 'page' : undefined}
    >
      {name} <span className="n">{props.counts[list]}</span>
    </a>
  );
  return (
    <nav className={choices['choices']} aria-label={t('Channels to show')}>
      {tab('yours', t('Yours'))}
      {tab('all', t('All'))}
      {tab('archived', t('Archived'))}
    </nav>
  );
}

function Directory(props: {
  readonly list: ChannelListName;
  readonly channels: readonly KnownChannel[];
  readonly counts: Counts;
  readonly own: ReadonlySet<number>;
}): ReactElement {
  const { list, channels, own } = props;
  const chat = useChat();
  const filter = useRef<HTMLInputElement>(null);
  const folders = useSelect(chat.state, (state) => state.channel_folders);
  const managesFolders = useSelect(chat.state, (state) => state.is_admin === true) && list === 'all';
  const [typed, setTyped] = useState('');
  const groups = useMemo(
    () =>
      groupByFolder(
        channels
          .filter((channel) => isMeant(channel, typed))
          .toSorted((a, b) => a.name.localeCompare(b.name)),
        list === 'archived' ? [] : (folders ?? []),
      ),
    [channels, typed, folders, list],
  );
  const keys = useMemo(
    () => groups.flatMap((group) => group.channels.map(({ stream_id: id }) => String(id))),
    [groups],
  );
  const rows = useRovingRows(keys);
  const empty = (folders ?? []).filter(
    (folder) =>
      managesFolders &&
      typed === '' &&
      !folder.is_archived &&
      !groups.some((group) => group.folder?.id === folder.id),
  );
  useCommand('filter-channels', () => filter.current?.focus());
  useCommand('join-or-leave', () => (rows.act('membership') ? undefined : false));
  return (
    <>
      <FilterBar
        fieldRef={filter}
        label={t('Filter channels')}
        placeholder={plural(channels.length, { one: 'Filter # channel', other: 'Filter # channels' })}
        value={typed}
        onChange={setTyped}
        start={<ListTabs current={list} counts={props.counts} />}
      >
        {managesFolders ? <NewFolderButton /> : null}
      </FilterBar>
      <div {...rows.container}>
        {groups.map(({ folder, channels: members }) => (
          <section key={folder?.id ?? 0} className={groupStyles['group']}>
            <div className={list === 'archived' ? `${groupStyles['head']} sr` : groupStyles['head']}>
              <h2>
                <bdi>{folder?.name ?? (groups.length === 1 ? t('Channels') : t('Other channels'))}</bdi>
                <span className="n">{members.length}</span>
              </h2>
              {managesFolders && folder !== undefined ? <FolderMenu folder={folder} isEmpty={false} /> : null}
            </div>
            <DirectoryRows columns="8rem 5.5rem">
              {members.map((channel) => {
                const isCurrent = rows.current === String(channel.stream_id);
                const { stream_id: id } = channel;
                if (list === 'archived')
                  return <ArchivedEntry key={id} channel={channel} isCurrent={isCurrent} />;
                if (list === 'yours') return <OwnEntry key={id} channel={channel} isCurrent={isCurrent} />;
                return (
                  <ChannelEntry key={id} channel={channel} isJoined={own.has(id)} isCurrent={isCurrent} />
                );
              })}
            </DirectoryRows>
          </section>
        ))}
      </div>
      {empty.map((folder) => (
        <section key={folder.id} className={groupStyles['group']}>
          <div className={groupStyles['head']}>
            <h2>
              <bdi>{folder.name}</bdi>
              <span className="n">0</span>
            </h2>
            <FolderMenu folder={folder} isEmpty />
          </div>
          <p className="help">{t('No channel yet. The settings of a channel put it here.')}</p>
        </section>
      ))}
      {typed !== '' && keys.length === 0 ? (
        <p className={`help ${groupStyles['more']}`}>{t('No channel matches.')}</p>
      ) : null}
      {typed === '' && keys.length === 0 ? <EmptyView view={list === 'all' ? 'channels' : list} /> : null}
      {list === 'archived' && keys.length > 0 ? (
        <p className={`help ${groupStyles['more']}`}>{t(ARCHIVED)}</p>
      ) : null}
    </>
  );
}

function isMeant({ name, rendered_description: description }: KnownChannel, typed: string): boolean {
  return (
    typed === '' ||
    matchText(typed, name) !== undefined ||
    matchText(typed, plainText(description)) !== undefined
  );
}

const ARCHIVED = msg(
  'Nobody can write in an archived channel. Its administrators and the administrators of the organization can unarchive it.',
);
