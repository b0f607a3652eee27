import type { UnreadMessages } from '@parley/contract/objects/personal.ts';
import type { Message, Model, Person } from './model.ts';
import { flagsOf, has, isCalled, isMuted, sees } from './rules.ts';

/** A message as one of its readers sees it. */
export type Seen = {
  readonly id: number;
  readonly where: string;
  readonly flags: readonly string[];
  readonly reactions: readonly string[];
};

export const seenBy = (person: Person, message: Message): Seen => ({
  id: message.id,
  where: whereOf(message),
  flags: flagsOf(person, message).toSorted(),
  reactions: message.reactions,
});

const whereOf = ({ place }: Message): string =>
  place.kind === 'channel'
    ? `${place.channel.id} ${place.topic}`
    : place.people
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
        .join();

export const ownOf = (model: Model, person: Person): Message[] =>
  model.messages.filter((message) => has(person, message));

export const visibleTo = (model: Model, person: Person): Message[] =>
  model.messages.filter((message) => sees(person, message));

export const starredOf = (model: Model, person: Person): number[] =>
  model.messages.filter(({ id }) => person.copies.get(id)?.isStarred === true).map(({ id }) => id);

const newestFirst = (a: { max_message_id: number }, b: { max_message_id: number }): number =>
  b.max_message_id - a.max_message_id;

export const recentOf = (model: Model, person: Person) => {
  const newest = new Map<string, { user_ids: number[]; max_message_id: number }>();
  for (const { id, place } of model.messages) {
    if (place.kind !== 'direct' || !place.people.includes(person)) continue;
    const user_ids = othersIn(place.people, person);
    newest.set(user_ids.join(), { user_ids, max_message_id: id });
  }
  return [...newest.values()].toSorted(newestFirst);
};

const othersIn = (people: readonly Person[], person: Person): number[] =>
  people
    .filter((one) => one !== person)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);

const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** What a registration says of messages that are unread. */
export const unreadMessagesOf = (person: Person, unread: readonly Message[]): UnreadMessages => {
  const pms = new Map<number, number[]>();
  const huddles = new Map<string, number[]>();
  const streams = new Map<string, UnreadMessages['streams'][number]>();
  for (const { id, place } of unread) {
    if (place.kind === 'channel') {
      const key = `${String(place.channel.id).padStart(9, '0')} ${place.topic.toLowerCase()}`;
      const fresh = { stream_id: place.channel.id, topic: place.topic, unread_message_ids: [] };
      const topic = streams.get(key) ?? fresh;
      topic.unread_message_ids.push(id);
      streams.set(key, topic);
    } else if (place.people.length > 2)
      push(huddles, [...othersIn(place.people, person), person.id].toSorted((a, b) => a - b).join(), id);
    else push(pms, othersIn(place.people, person)[0] ?? person.id, id);
  }
  return {
    count: unread.filter((message) => !isMuted(person, message)).length,
    pms: [...pms]
      .map(([id, ids]) => ({ other_user_id: id, sender_id: id, unread_message_ids: ids }))
      .toSorted((a, b) => a.other_user_id - b.other_user_id),
    streams: [...streams].toSorted(([a], [b]) => order(a, b)).map(([, topic]) => topic),
    huddles: [...huddles]
      .map(([user_ids_string, unread_message_ids]) => ({ user_ids_string, unread_message_ids }))
      .toSorted((a, b) => order(a.user_ids_string, b.user_ids_string)),
    mentions: unread.filter((message) => isMention(person, message)).map(({ id }) => id),
    old_unreads_missing: false,
  };
};

const isMention = (person: Person, message: Message): boolean =>
  person.copies.get(message.id)?.isMentioned === true ||
  (isCalled(person, message) && !isMuted(person, message));

const push = <K>(lists: Map<K, number[]>, key: K, id: number): void => {
  const list = lists.get(key) ?? [];
  lists.set(key, [...list, id]);
};
