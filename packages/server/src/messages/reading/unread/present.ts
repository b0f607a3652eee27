import type { UnreadMessages } from '@parley/contract/objects/personal.ts';
import { isMention } from '../details.ts';
import type { Places } from './places.ts';
import type { UnreadRow } from './row.ts';

type Shown = {
  readonly personId: number;
  readonly places: Places;
  /** Who is in which direct conversation. */
  readonly peopleOf: ReadonlyMap<number, readonly number[]>;
  readonly shownTopic: (topic: string) => string;
};

type Lists = Pick<UnreadMessages, 'pms' | 'streams' | 'huddles' | 'mentions'>;

/** Unread messages by where they are; the rows come with the newest first. */
export const presentUnread = (rows: readonly UnreadRow[], shown: Shown): Lists => {
  const ascending = rows.toReversed();
  return {
    ...presentDirect(ascending, shown),
    streams: presentTopics(ascending, shown),
    mentions: ascending
      .filter((row) => isMention({ ...row, is_muted: shown.places.isMuted(row) }))
      .map(({ id }) => id),
  };
};

/** A topic is spelled as its oldest unread message spells it. */
const presentTopics = (rows: readonly UnreadRow[], { shownTopic }: Shown): Lists['streams'] => {
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
};

const compareTopics = (a: UnreadRow | undefined, b: UnreadRow | undefined): number =>
  (a?.channel_id ?? 0) - (b?.channel_id ?? 0) || compareText(a?.topic_key ?? '', b?.topic_key ?? '');

const compareText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

const presentDirect = (
  rows: readonly UnreadRow[],
  { personId, peopleOf }: Shown,
): Pick<Lists, 'pms' | 'huddles'> => {
  const homes = Map.groupBy(
    rows.filter(({ channel_id }) => channel_id === null),
    ({ home_id }) => home_id,
  );
  const conversations = [...homes].map(([home, some]) => ({
    people: peopleOf.get(home) ?? [],
    unread_message_ids: some.map(({ id }) => id),
  }));
  return {
    pms: conversations
      .filter(({ people }) => people.length < 3)
      .map(({ people, unread_message_ids }) => {
        const other = people.find((id) => id !== personId) ?? personId;
        return { other_user_id: other, sender_id: other, unread_message_ids };
      })
      .toSorted((a, b) => a.other_user_id - b.other_user_id),
    huddles: conversations
      .filter(({ people }) => people.length > 2)
      .map(({ people, unread_message_ids }) => ({ user_ids_string: people.join(), unread_message_ids }))
      .toSorted((a, b) => compareText(a.user_ids_string, b.user_ids_string)),
  };
};
