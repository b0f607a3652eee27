import type { UnreadMessages } from '@parley/contract/objects/personal.ts';
import type { Message, Model, User } from './model.ts';
import { flagsOf, has, isCalled, isMuted, sees } from './rules.ts';

/** A message as one of its readers sees it. */
export type Seen = {
  readonly id: number;
  readonly where: string;
  readonly flags: readonly string[];
  readonly reactions: readonly string[];
};

export function seenBy(user: User, message: Message): Seen {
  return {
    id: message.id,
    where: whereOf(message),
    flags: flagsOf(user, message).toSorted(),
    reactions: message.reactions,
  };
}

function whereOf({ conversation: place }: Message): string {
  return place.kind === 'channel'
    ? `${place.channel.id} ${place.topic}`
    : place.users
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
        .join();
}

export function ownOf(model: Model, user: User): Message[] {
  return model.messages.filter((message) => has(user, message));
}

export function visibleTo(model: Model, user: User): Message[] {
  return model.messages.filter((message) => sees(user, message));
}

export function starredOf(model: Model, user: User): number[] {
  return model.messages.filter(({ id }) => user.copies.get(id)?.isStarred === true).map(({ id }) => id);
}

function newestFirst(a: { max_message_id: number }, b: { max_message_id: number }): number {
  return b.max_message_id - a.max_message_id;
}

export function recentOf(model: Model, user: User) {
  const newest = new Map<string, { user_ids: number[]; max_message_id: number }>();
  for (const { id, conversation: place } of model.messages) {
    if (place.kind !== 'direct' || !place.users.includes(user)) continue;
    const user_ids = othersIn(place.users, user);
    newest.set(user_ids.join(), { user_ids, max_message_id: id });
  }
  return [...newest.values()].toSorted(newestFirst);
}

function othersIn(users: readonly User[], user: User): number[] {
  return users
    .filter((one) => one !== user)
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Unread messages as a registration returns them. */
export function unreadMessagesOf(user: User, unread: readonly Message[]): UnreadMessages {
  const pms = new Map<number, number[]>();
  const huddles = new Map<string, number[]>();
  const streams = new Map<string, UnreadMessages['streams'][number]>();
  for (const { id, conversation: place } of unread) {
    if (place.kind === 'channel') {
      const key = `${String(place.channel.id).padStart(9, '0')} ${place.topic.toLowerCase()}`;
      const fresh = { stream_id: place.channel.id, topic: place.topic, unread_message_ids: [] };
      const topic = streams.get(key) ?? fresh;
      topic.unread_message_ids.push(id);
      streams.set(key, topic);
    } else if (place.users.length > 2)
      push(huddles, [...othersIn(place.users, user), user.id].toSorted((a, b) => a - b).join(), id);
    else push(pms, othersIn(place.users, user)[0] ?? user.id, id);
  }
  return {
    count: unread.filter((message) => !isMuted(user, message)).length,
    pms: [...pms]
      .map(([id, ids]) => ({ other_user_id: id, sender_id: id, unread_message_ids: ids }))
      .toSorted((a, b) => a.other_user_id - b.other_user_id),
    streams: [...streams].toSorted(([a], [b]) => order(a, b)).map(([, topic]) => topic),
    huddles: [...huddles]
      .map(([user_ids_string, unread_message_ids]) => ({ user_ids_string, unread_message_ids }))
      .toSorted((a, b) => order(a.user_ids_string, b.user_ids_string)),
    mentions: unread.filter((message) => isMention(user, message)).map(({ id }) => id),
    old_unreads_missing: false,
  };
}

function isMention(user: User, message: Message): boolean {
  return (
    user.copies.get(message.id)?.isMentioned === true || (isCalled(user, message) && !isMuted(user, message))
  );
}

function push<K>(lists: Map<K, number[]>, key: K, id: number): void {
  const list = lists.get(key) ?? [];
  lists.set(key, [...list, id]);
}
