import type { State } from '@parley/client';
import type { Chat } from '../../data/chat.ts';
import { channelById } from '../../data/derived/channels.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { plural, t } from '../../words/index.ts';
import { fold } from '../../words/fold.ts';
import { MATCH_RANK, matchName } from './matching.ts';
import { rankUsers, type UserRanking } from './rank-users.ts';
import { MAX_SUGGESTIONS, type Suggestion } from './suggestion.ts';
import { userRow, type StateUser } from './user-row.ts';

/** Users, groups and wildcards for an `@`. */
export function suggestUsers(
  chat: Chat,
  conversation: Conversation | undefined,
  query: string,
  isSilent: boolean,
): readonly Suggestion[] {
  const state = chat.state.get();
  const ranking = rankingOf(chat, conversation);
  const users = rankUsers(state.realm_users ?? [], query, ranking, MAX_SUGGESTIONS);
  const sign = isSilent ? '@_' : '@';
  const rows = users.map((found) => ({
    ...userRow(found, chat, metaOf(found.user, ranking, conversation)),
    insert: `${sign}**${mentionName(found.user, state)}** `,
  }));
  const strong = users.filter(({ match }) => match.kind !== 'inside').length;
  const others = [
    ...groupRows(state, query, sign),
    ...(isSilent ? [] : wildcardRows(query, conversation, state)),
  ];
  // Groups stand behind users whose names start with the query, before those that only contain it.
  return rows.toSpliced(Math.min(strong, MAX_SUGGESTIONS - 1), 0, ...others).slice(0, MAX_SUGGESTIONS);
}

/** Facts that order users for a place. */
export function rankingOf(chat: Chat, conversation: Conversation | undefined): UserRanking {
  const state = chat.state.get();
  const recent = new Map<number, number>();
  for (const { user_ids: ids, max_message_id: id } of state.recent_private_conversations ?? [])
    for (const userId of ids) if ((recent.get(userId) ?? 0) < id) recent.set(userId, id);
  for (const { senderId, maxId } of chat.conversations.recent.get())
    if ((recent.get(senderId) ?? 0) < maxId) recent.set(senderId, maxId);
  return {
    selfId: chat.selfId,
    inConversation: conversation === undefined ? new Map() : writersOf(chat, conversation),
    recent,
    subscriberIds: subscribersOf(state, conversation),
    mutedIds: new Set((state.muted_users ?? []).map(({ id }) => id)),
  };
}

function writersOf(chat: Chat, conversation: Conversation): Map<number, number> {
  const writers = new Map<number, number>();
  if (conversation.kind === 'direct') for (const id of conversation.userIds) writers.set(id, 0);
  for (const id of chat.openWindow(conversation).view.get().ids) {
    const message = chat.messages.get(id);
    if (message !== undefined) writers.set(message.sender_id, id);
  }
  return writers;
}

/** Members of the channel, if all of them are known. */
function subscribersOf(
  state: State,
  conversation: Conversation | undefined,
): ReadonlySet<number> | undefined {
  if (conversation?.kind !== 'topic') return undefined;
  const channel = channelById(state, conversation.channelId);
  if (channel === undefined) return undefined;
  const { subscribers, partial_subscribers: some = [], subscriber_count: count } = channel;
  return subscribers === undefined && some.length < count ? undefined : new Set(subscribers ?? some);
}

/** Name in a mention; users that share it are distinguished by their id. */
export function mentionName(
  user: { readonly user_id: number; readonly full_name: string },
  state: State,
): string {
  const name = user.full_name;
  const isShared =
    WILDCARDS.has(name) ||
    (state.realm_users ?? []).some((other) => other.full_name === name && other.user_id !== user.user_id);
  return isShared ? `${name}|${user.user_id}` : name;
}

const WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);

function metaOf(
  user: StateUser,
  ranking: UserRanking,
  conversation: Conversation | undefined,
): string | undefined {
  if (user.user_id === ranking.selfId) return t('you');
  if (conversation?.kind !== 'topic') return undefined;
  if (ranking.inConversation.has(user.user_id)) return t('in this topic');
  return ranking.subscriberIds?.has(user.user_id) === false ? t('not in channel') : undefined;
}

function groupRows(state: State, query: string, sign: string): readonly Suggestion[] {
  const wanted = fold(query.trim());
  return (state.realm_user_groups ?? [])
    .filter((group) => !group.is_system_group && !group.deactivated)
    .flatMap((group) => {
      const match = matchName(fold(group.name), wanted);
      return match === undefined || match.kind === 'inside' ? [] : [{ group, match }];
    })
    .toSorted((a, b) => MATCH_RANK[a.match.kind] - MATCH_RANK[b.match.kind])
    .slice(0, MAX_GROUPS)
    .map(({ group, match }) => ({
      key: `group:${group.id}`,
      sign: { kind: 'group' },
      title: group.name,
      marks: match.marks,
      detail: t('group'),
      meta: plural(group.members.length, { one: '# person', other: '# people' }),
      insert: `${sign}*${group.name}* `,
    }));
}

/** Groups and wildcards leave room for users. */
const MAX_GROUPS = 3;

function wildcardRows(
  query: string,
  conversation: Conversation | undefined,
  state: State,
): readonly Suggestion[] {
  const wanted = fold(query);
  if (wanted === '') return [];
  const words =
    conversation?.kind === 'topic'
      ? [
          { word: 'all', detail: t('everyone in this channel') },
          { word: 'everyone', detail: t('everyone in this channel') },
          { word: 'channel', detail: t('everyone in this channel') },
          { word: 'topic', detail: t('everyone who wrote in this topic') },
        ]
      : [
          { word: 'all', detail: t('everyone in this conversation') },
          { word: 'everyone', detail: t('everyone in this conversation') },
        ];
  const count = conversation === undefined ? undefined : subscribersOf(state, conversation)?.size;
  return words
    .filter(({ word }) => word.startsWith(wanted))
    .slice(0, 1)
    .map(({ word, detail }) => ({
      key: `wildcard:${word}`,
      sign: { kind: 'icon', icon: 'people' },
      title: word,
      marks: [[0, wanted.length]],
      detail,
      ...(count === undefined || word === 'topic'
        ? {}
        : { meta: plural(count, { one: '# person', other: '# people' }) }),
      insert: `@**${word}** `,
    }));
}
