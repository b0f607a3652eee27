import { getStreamTopics } from '@parley/contract/endpoints/channels.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { getMessageHistory } from '@parley/contract/endpoints/messages.ts';
import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { check, type Check } from './check.ts';
import { ownOf, seenBy, visibleTo, type Seen } from './expected.ts';
import type { ModelledOrganization } from './modelled-organization.ts';
import { isServed } from './step-kinds.ts';
import type { Channel, Message, User } from './model.ts';
import { canRead, isRead, sees } from './rules.ts';

/** Compares fetched messages with the model; with `random`, only one channel and one edit history. */
export async function checkFetched(
  ground: ModelledOrganization,
  user: User,
  random: Seeded | undefined,
): Promise<Check[]> {
  const { channels, messages } = ground.model;
  const own = ownOf(ground.model, user);
  const unread = own.filter((message) => !isRead(user, message));
  const starred = own.filter(({ id }) => user.copies.get(id)?.isStarred === true);
  const edited = messages.filter(({ sender, versions }) => sender === user && versions.length > 1);
  const found = await Promise.all([
    checkNarrow(ground, user, [], own),
    checkNarrow(ground, user, [{ operator: 'is', operand: 'unread' }], unread),
    ...(random === undefined ? [starred] : []).map((wanted) =>
      checkNarrow(ground, user, [{ operator: 'is', operand: 'starred' }], wanted),
    ),
    ...some(channels, random).map((channel) => checkChannel(ground, user, channel)),
    ...some(edited, random).map((message) => checkHistory(ground, message)),
  ]);
  return found.flat();
}

function some<T>(items: readonly T[], random: Seeded | undefined): readonly T[] {
  return random === undefined || items.length === 0 ? items : [random.pick(items)];
}

async function checkNarrow(
  { connectionOf }: ModelledOrganization,
  user: User,
  narrow: NarrowTerm[],
  wanted: readonly Message[],
): Promise<Check> {
  const { messages } = await connectionOf(user).call(getMessages, {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow,
    allow_empty_topic_name: true,
  });
  return check(
    `messages of ${JSON.stringify(narrow)}`,
    wanted.map((message) => seenBy(user, message)),
    messages.map(seen),
  );
}

/** Flags that the model covers. */
const FLAGS = new Set(['read', 'starred', 'mentioned', 'stream_wildcard_mentioned']);

function seen(message: ResultOf<typeof getMessages>['messages'][number]): Seen {
  return {
    id: message.id,
    where:
      message.type === 'stream'
        ? `${message.stream_id} ${message.subject}`
        : message.display_recipient.map((one) => one.id).join(),
    flags: message.flags.filter((flag) => FLAGS.has(flag)).toSorted(),
    reactions: message.reactions.map(({ user_id, emoji_name }) => `${user_id} ${emoji_name}`),
  };
}

async function checkChannel(ground: ModelledOrganization, user: User, channel: Channel): Promise<Check[]> {
  const messages = visibleTo(ground.model, user).filter(
    ({ conversation: place }) => place.kind === 'channel' && place.channel === channel,
  );
  const checks = [checkNarrow(ground, user, [{ operator: 'channel', operand: channel.id }], messages)];
  if (canRead(user, channel) && isServed(getStreamTopics))
    checks.push(checkTopics(ground, user, channel, messages));
  return Promise.all(checks);
}

async function checkTopics(
  { connectionOf }: ModelledOrganization,
  user: User,
  channel: Channel,
  messages: readonly Message[],
): Promise<Check> {
  const { topics } = await connectionOf(user).call(getStreamTopics, {
    stream_id: channel.id,
    allow_empty_topic_name: true,
  });
  const newest = new Map<string, number>();
  for (const { id, conversation: place } of messages)
    if (place.kind === 'channel') newest.set(place.topic.toLowerCase(), id);
  return check(
    `topics of ${channel.name}`,
    [...newest].map(([name, max_id]) => ({ name, max_id })).toSorted((a, b) => b.max_id - a.max_id),
    topics.map(({ name, max_id }) => ({ name: name.toLowerCase(), max_id })),
  );
}

/** Compares the edit history of a message for its sender, if they still have access. */
async function checkHistory({ connectionOf }: ModelledOrganization, message: Message): Promise<Check[]> {
  const { id, sender, versions } = message;
  if (!isServed(getMessageHistory) || !sees(sender, message)) return [];
  const { message_history } = await connectionOf(sender).call(getMessageHistory, {
    message_id: id,
    allow_empty_topic_name: true,
  });
  const found = message_history.map(({ topic, content }) => ({ topic, content }));
  return [check(`history of ${id}`, versions, found)];
}
