import { useMemo, useState, type ReactElement } from 'react';
import type { ChannelListName } from '../../data/address/place.ts';
import { groupByFolder, visibleChannels, type KnownChannel } from '../../data/derived/channels.ts';
import { matchText } from '../../words/match.ts';
import { Field } from '../../parts/field.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { PHONE_QUERY, useMedia } from '../../parts/use-media.ts';
import { plural, t } from '../../words/index.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { PageHeader } from '../phone/page-header.tsx';
import { useRovingRows } from '../conversation-rows/use-roving-rows.ts';
import { ChannelList } from '../sidebar/channel-list.tsx';
import { DirectList } from '../sidebar/direct-list.tsx';
import { ChannelEntry } from './channel-entry.tsx';

/** Channels of the user, and all others that the user can see, to join and leave. */
export function ChannelsView({ list }: { readonly list: ChannelListName | undefined }): ReactElement {
  const chat = useChat();
  const isPhone = useMedia(PHONE_QUERY);
  const state = useCell(chat.state);
  const all = useMemo(() => visibleChannels(state), [state]);
  const own = useMemo(() => new Set(state.subscriptions?.map(({ stream_id: id }) => id)), [state]);
  const yours = useMemo(() => all.filter(({ stream_id: id }) => own.has(id)), [all, own]);
  const shown = list ?? (isPhone ? 'yours' : 'all');
  const counts = { yours: yours.length, all: all.length };
  return (
    <>
      <PageHeader title={t('Channels')} note={t('You read {yours} of {all}', counts)} />
      <div className="body">
        <div className="wrap wide">
          {isPhone && shown === 'yours' ? (
            <>
              <div className="toolbar">
                <ListTabs current={shown} counts={counts} />
              </div>
              <div className="side-page">
                <DirectList />
                <ChannelList />
              </div>
            </>
          ) : (
            <Directory
              key={shown}
              list={shown}
              channels={shown === 'all' ? all : yours}
              counts={counts}
              own={own}
            />
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
    <nav className="tabs2" aria-label={t('Channels to show')}>
      {tab('yours', t('Yours'))}
      {tab('all', t('All'))}
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
  const folders = useSelect(chat.state, (state) => state.channel_folders);
  const [typed, setTyped] = useState('');
  const groups = useMemo(
    () =>
      groupByFolder(
        channels
          .filter(({ name }) => typed === '' || matchText(typed, name) !== undefined)
          .toSorted((a, b) => a.name.localeCompare(b.name)),
        folders ?? [],
      ),
    [channels, typed, folders],
  );
  const keys = useMemo(
    () => groups.flatMap((group) => group.channels.map(({ stream_id: id }) => String(id))),
    [groups],
  );
  const rows = useRovingRows(keys);
  return (
    <>
      <div className="toolbar">
        <ListTabs current={list} counts={props.counts} />
        <Field
          label={t('Filter channels')}
          isLabelHidden
          icon="search"
          placeholder={plural(channels.length, { one: 'Filter # channel', other: 'Filter # channels' })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <div {...rows.container}>
        {groups.map(({ folder, channels: members }) => (
          <section key={folder?.id ?? 0} className="group">
            <div className="ghead">
              <h2>
                <bdi>{folder?.name ?? (groups.length === 1 ? t('Channels') : t('Other channels'))}</bdi>
                <span className="n">{members.length}</span>
              </h2>
            </div>
            <ul>
              {members.map((channel) => (
                <ChannelEntry
                  key={channel.stream_id}
                  channel={channel}
                  isJoined={own.has(channel.stream_id)}
                  isCurrent={rows.current === String(channel.stream_id)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {keys.length > 0 ? null : <p className="help more-rows">{emptyWords(list, typed)}</p>}
    </>
  );
}

function emptyWords(list: ChannelListName, typed: string): string {
  if (typed !== '') return t('No channel matches.');
  return list === 'yours'
    ? t('You have not joined a channel yet.')
    : t('There is no channel that you can see.');
}
