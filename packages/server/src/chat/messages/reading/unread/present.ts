import type { UnreadMessages } from '@parley/contract/objects/personal.ts';
import { isMention } from '../details.ts';
import type { UnreadSettings } from './unread-settings.ts';
import type { UnreadRow } from './row.ts';

type UnreadContext = {
  readonly userId: number;
  readonly settings: UnreadSettings;
  /** The users of each direct conversation. */
  readonly usersOf: ReadonlyMap<number, readonly number[]>;
  readonly shownTopic: (topic: string) => string;
};

type Lists = Pick<UnreadMessages, 'pms' | 'streams' | 'huddles' | 'mentions'>;

/** Groups unread messages by conversation; the rows are sorted newest first. */
export function presentUnread(rows: readonly UnreadRow[], context: UnreadContext): Lists {
  const ascending = rows.toReversed();
  return {
    ...presentDirect(ascending, context),
    streams: presentTopics(ascending, context),
    mentions: ascending
      .filter((row) => isMention({ ...row, is_muted: context.settings.isMuted(row) }))
      .map(({ id }) => id),
  };
}

/** The letter case of a topic is that of its oldest unread message. */
function presentTopics(rows: readonly UnreadRow[], { shownTopic }: UnreadContext): Lists['streams'] {
  const topics = Map.groupBy(
    rows.filter(({ channel_id }) => channel_id !== null),
    ({ channel_id, topic_key }) => `${channel_id} ${topic_key}`,
  );
  return [...topics.values()]
    .toSorted(([a], [b]) => compareTopics(a, b))
    .map((some) => ({
      stream_id: some[0]?.channel_id ?? 0,
      topic: shownTopic(some[0]?.topic ?? ''),
      unread_message_ids: some.map(({ id }) => id),
    }));
}

function compareTopics(a: UnreadRow | undefined, b: UnreadRow | undefined): number {
  return (a?.channel_id ?? 0) - (b?.channel_id ?? 0) || compareText(a?.topic_key ?? '', b?.topic_key ?? '');
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function presentDirect(
  rows: readonly UnreadRow[],
  { userId, usersOf }: UnreadContext,
): Pick<Lists, 'pms' | 'huddles'> {
  const homes = Map.groupBy(
    rows.filter(({ channel_id }) => channel_id === null),
    ({ home_id }) => home_id,
  );
  const conversations = [...homes].map(([home, some]) => ({
    users: usersOf.get(home) ?? [],
    unread_message_ids: some.map(({ id }) => id),
  }));
  return {
    pms: conversations
      .filter(({ users }) => users.length < 3)
      .map(({ users, unread_message_ids }) => {
        const other = users.find((id) => id !== userId) ?? userId;
        return { other_user_id: other, sender_id: other, unread_message_ids };
      })
      .toSorted((a, b) => a.other_user_id - b.other_user_id),
    huddles: conversations
      .filter(({ users }) => users.length > 2)
      .map(({ users, unread_message_ids }) => ({ user_ids_string: users.join(), unread_message_ids }))
      .toSorted((a, b) => compareText(a.user_ids_string, b.user_ids_string)),
  };
}
