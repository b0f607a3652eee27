import type { UnreadMessages } from '@parley/contract/objects/personal.ts';
import { check, type Check } from './check.ts';
import type { Client } from './clients.ts';
import { recentOf, starredOf, unreadMessagesOf } from './expected.ts';
import type { Message, Model, User } from './model.ts';
import { isArchived, isCalled, unreadOf } from './rules.ts';

/** Compares the result of a registration with the model. */
export function checkFresh(model: Model, user: User, client: Client): Check[] {
  const { unread_msgs: unread } = client.state;
  return [
    check(
      `registered unread_msgs (${client.name})`,
      shown(unreadMessagesOf(user, listedIn(client, unreadOf(model, user))), client),
      unread && inOrder(unread),
    ),
    check('registered max_message_id', newestOf(model, user), client.state.max_message_id),
    ...checkRest(model, user, client, 'registered'),
  ];
}

/** Compares the state of a client that applied events with the model, as far as events describe it. */
export function checkFollowed(model: Model, user: User, client: Client): Check[] {
  const { unread_msgs: unread, max_message_id = -1 } = client.state;
  const wanted = shown(unreadMessagesOf(user, listedIn(client, unreadOf(model, user))), client);
  return [
    // Events contain neither each message's spelling of its topic nor the wildcard mentions that a mute hides.
    check(
      `followed unread_msgs (${client.name})`,
      spelledEqually({ ...wanted, mentions: [] }),
      unread && spelledEqually({ ...inOrder(unread), mentions: [] }),
    ),
    ...checkMentions(model, user, client),
    // Clients keep the ids of messages that were deleted since.
    check('followed max_message_id', true, max_message_id >= newestOf(model, user)),
    ...checkRest(model, user, withoutUntold(user, client), 'followed'),
    check(
      'followed subscriptions',
      model.channels
        .filter(
          ({ subscribers, isArchived }) => subscribers.has(user) && (seesArchived(client) || !isArchived),
        )
        .map(({ id }) => id),
      client.state.subscriptions?.map(({ stream_id }) => stream_id).toSorted((a, b) => a - b),
    ),
  ];
}

function seesArchived({ name }: Client): boolean {
  return name === 'client';
}

function listedIn(client: Client, messages: readonly Message[]): Message[] {
  return messages.filter((message) => seesArchived(client) || !isArchived(message));
}

function withoutUntold(
  { starsDeletedUnseen: untold }: User,
  { name, state }: Client,
): Pick<Client, 'name' | 'state'> {
  return {
    name,
    state: { ...state, starred_messages: state.starred_messages?.filter((id) => !untold.has(id)) },
  };
}

function checkRest(
  model: Model,
  user: User,
  { name, state }: Pick<Client, 'name' | 'state'>,
  how: string,
): Check[] {
  return [
    check(`${how} starred_messages (${name})`, starredOf(model, user), state.starred_messages),
    check(
      `${how} recent_private_conversations (${name})`,
      recentOf(model, user),
      state.recent_private_conversations,
    ),
  ];
}

function checkMentions(model: Model, user: User, client: Client): Check[] {
  const mentions = client.state.unread_msgs?.mentions ?? [];
  const unread = listedIn(client, unreadOf(model, user));
  const sure = unread.filter(({ id }) => user.copies.get(id)?.isMentioned === true).map(({ id }) => id);
  const possible = new Set([
    ...sure,
    ...unread.filter((message) => isCalled(user, message)).map(({ id }) => id),
  ]);
  return [
    check(
      'followed mentions',
      sure,
      sure.filter((id) => mentions.includes(id)),
    ),
    check(
      'followed mentions too many',
      [],
      mentions.filter((id) => !possible.has(id)),
    ),
  ];
}

function newestOf(model: Model, { copies }: User): number {
  return model.messages.findLast(({ id }) => copies.get(id)?.isReceived === true)?.id ?? -1;
}

/** A client without support for the empty topic receives a name for it. */
function shown(unread: UnreadMessages, { name }: Client): UnreadMessages {
  return inOrder({
    ...unread,
    streams: unread.streams.map((one) => ({
      ...one,
      topic: one.topic === '' && name === 'plain client' ? 'general chat' : one.topic,
    })),
  });
}

/** The order of mentions is not significant. */
function inOrder({ count, pms, streams, huddles, mentions, old_unreads_missing }: UnreadMessages) {
  return {
    count,
    pms: pms.map(({ other_user_id, sender_id, unread_message_ids }) => ({
      other_user_id,
      sender_id,
      unread_message_ids,
    })),
    streams: streams
      .map(({ stream_id, topic, unread_message_ids }) => ({ stream_id, topic, unread_message_ids }))
      .toSorted((a, b) => a.stream_id - b.stream_id || order(a.topic.toLowerCase(), b.topic.toLowerCase())),
    huddles: huddles.map(({ user_ids_string, unread_message_ids }) => ({
      user_ids_string,
      unread_message_ids,
    })),
    mentions: mentions.toSorted((a, b) => a - b),
    old_unreads_missing,
  };
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function spelledEqually(unread: UnreadMessages): UnreadMessages {
  return {
    ...unread,
    streams: unread.streams.map((one) => ({ ...one, topic: one.topic.toLowerCase() })),
  };
}
