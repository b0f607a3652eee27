import { maySubscribe, type State } from '@parley/client';
import type { Chat } from '../../data/chat.ts';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import type { Place } from '../../data/address/place.ts';
import { plural, t } from '../../words/index.ts';
import type { CommandId } from '../../keys/command-keys.ts';
import { allCommands } from '../../keys/commands.ts';
import { strokeText } from '../../keys/stroke-text.ts';
import type { Dispatcher } from '../../keys/dispatcher.ts';
import { visibleChannels } from '../../data/derived/channels.ts';
import { matchText, type MatchRange } from '../../words/match.ts';

/** An entry of the palette. */
export type PaletteItem = {
  readonly key: string;
  readonly kind: 'topic' | 'channel' | 'user' | 'command';
  readonly label: string;
  readonly hint: string;
  readonly meta: string;
  readonly ranges: readonly MatchRange[];
  readonly score: number;
  /** Channel or user of the icon. */
  readonly subject: number;
  readonly target: { readonly place: Place } | { readonly command: CommandId };
  /** Channel that can be joined from here. */
  readonly joins?: number | undefined;
};

const MAX_OF_A_KIND = 6;
/** Channels of others beside conversations, users and actions. */
const MAX_OTHERS = 2;

export type PaletteGroups = {
  readonly conversations: readonly PaletteItem[];
  /** Channels that the user has not joined. */
  readonly others: readonly PaletteItem[];
  readonly actions: readonly PaletteItem[];
};

/** Entries that match the text; a first character `#`, `@` or `>` limits their kind. Without keys none is named. */
export function findPaletteItems(
  chat: Chat,
  dispatcher: Dispatcher,
  typed: string,
  hasKeys: boolean,
): PaletteGroups {
  const kind = /^[#@>›]/.exec(typed)?.[0];
  const query = typed.slice(kind === undefined ? 0 : 1);
  const wants = (sign: string): boolean =>
    kind === undefined || kind === sign || (sign === '>' && kind === '›');
  const channels = wants('#') ? [...topicItems(chat, query), ...channelItems(chat.state.get(), query)] : [];
  const users = wants('@') ? userItems(chat, query) : [];
  const conversations = best(
    [...channels, ...users],
    kind === undefined ? MAX_OF_A_KIND + 2 : MAX_OF_A_KIND * 3,
  );
  const others =
    wants('#') && typed !== ''
      ? best(
          otherChannelItems(chat.state.get(), query, hasKeys),
          kind === undefined ? MAX_OTHERS : MAX_OF_A_KIND,
        )
      : [];
  return {
    conversations,
    others,
    actions: wants('>') ? best(commandItems(dispatcher, query, hasKeys), MAX_OF_A_KIND) : [],
  };
}

function best(items: readonly PaletteItem[], max: number): PaletteItem[] {
  return items.toSorted((a, b) => b.score - a.score).slice(0, max);
}

function topicItems(chat: Chat, query: string): PaletteItem[] {
  const names = new Map((chat.state.get().subscriptions ?? []).map(({ stream_id: id, name }) => [id, name]));
  const known = new Map<string, Conversation>();
  for (const { conversation } of chat.unread.get().order) known.set(narrowKey(conversation), conversation);
  for (const { conversation } of chat.conversations.recent.get())
    known.set(narrowKey(conversation), conversation);
  const items: PaletteItem[] = [];
  for (const [key, conversation] of known) {
    if (conversation.kind !== 'topic') continue;
    const label = conversation.topic === '' ? t('general chat') : conversation.topic;
    const match = matchText(query, label);
    const channel = names.get(conversation.channelId);
    if (match === undefined || channel === undefined) continue;
    const count = chat.unread.get().byKey.get(key)?.count ?? 0;
    items.push({
      key,
      kind: 'topic',
      label,
      hint: channel,
      meta: count === 0 ? '' : plural(count, { one: '# unread', other: '# unread' }),
      ranges: match.ranges,
      // Unread topics come first, and recent ones before users of the same rank.
      score: match.score + (count > 0 ? 0.6 : 0.3),
      subject: conversation.channelId,
      target: { place: { view: 'messages', narrow: conversation } },
    });
  }
  return items;
}

function channelItems(state: State, query: string): PaletteItem[] {
  return (state.subscriptions ?? []).flatMap(({ stream_id: id, name }) => {
    const match = matchText(query, name);
    return match === undefined
      ? []
      : {
          key: `channel:${id}`,
          kind: 'channel' as const,
          label: name,
          hint: t('channel'),
          meta: '',
          ranges: match.ranges,
          score: match.score + 0.5,
          subject: id,
          target: { place: { view: 'topics', channelId: id } as const },
        };
  });
}

function otherChannelItems(state: State, query: string, hasKeys: boolean): PaletteItem[] {
  const own = new Set(state.subscriptions?.map(({ stream_id: id }) => id));
  return visibleChannels(state).flatMap((channel): PaletteItem[] => {
    const { stream_id: id, name, subscriber_count: count } = channel;
    const match = own.has(id) ? undefined : matchText(query, name);
    if (match === undefined) return [];
    const people = plural(count, { one: '# person', other: '# people' });
    const mayJoin = maySubscribe(state, channel);
    return [
      {
        key: `channel:${id}`,
        kind: 'channel',
        label: name,
        hint: '',
        meta: mayJoin && hasKeys ? t('{people} · Shift Enter joins', { people }) : people,
        ...match,
        subject: id,
        target: { place: { view: 'topics', channelId: id } },
        joins: mayJoin ? id : undefined,
      },
    ];
  });
}

function userItems(chat: Chat, query: string): PaletteItem[] {
  const items: PaletteItem[] = [];
  for (const { user_id: id, full_name: name } of chat.state.get().realm_users ?? []) {
    const match = matchText(query, name);
    if (match === undefined) continue;
    items.push({
      key: `direct:${id}`,
      kind: 'user',
      label: name,
      hint: id === chat.selfId ? t('notes to yourself') : t('direct message'),
      meta: '',
      ranges: match.ranges,
      score: match.score,
      subject: id,
      target: {
        place: { view: 'messages', narrow: { kind: 'direct', userIds: id === chat.selfId ? [] : [id] } },
      },
    });
  }
  return items;
}

function commandItems(dispatcher: Dispatcher, query: string, hasKeys: boolean): PaletteItem[] {
  return allCommands().flatMap(({ id, label, keys }) => {
    const match = matchText(query, label);
    if (match === undefined || id === 'palette' || !dispatcher.isAvailable(id)) return [];
    const target = { command: id };
    const meta = hasKeys && keys[0] !== undefined ? strokeText(keys[0]) : '';
    return { key: id, kind: 'command' as const, label, hint: '', meta, ...match, subject: 0, target };
  });
}
