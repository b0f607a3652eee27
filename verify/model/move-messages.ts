import {
  messagesIn,
  topicKey,
  type Channel,
  type Message,
  type Model,
  type User,
  type TopicPolicy,
} from './model.ts';
import { canRead, sees } from './rules.ts';

export type Mode = 'change_one' | 'change_later' | 'change_all';

/** From the least visible policy to the most visible. */
const BY_VISIBILITY: readonly TopicPolicy[] = [1, 0, 2, 3];

/** Moves a message and, by mode, others of its topic. Without a new topic, each message keeps its spelling. */
export function moveMessages(
  model: Model,
  mover: User,
  message: Message,
  mode: Mode,
  target: Channel,
  givenTopic: string | null,
): void {
  if (message.conversation.kind !== 'channel') return;
  const { channel, topic } = message.conversation;
  const newTopic = givenTopic === topic ? null : givenTopic;
  const isElsewhere = target !== channel;
  const there = messagesIn(model, channel, topic);
  const moved = there
    .filter(
      ({ id }) => mode === 'change_all' || id === message.id || (mode === 'change_later' && id > message.id),
    )
    // Only messages that the mover sees go to another channel.
    .filter((one) => (isElsewhere ? sees(mover, one) : topicOf(one) !== newTopic));
  const isWhole = there.every((one) => moved.includes(one) || topicOf(one) === newTopic || !sees(mover, one));
  const isTopicNew = messagesIn(model, target, newTopic ?? topic).every((one) => moved.includes(one));
  for (const one of moved) {
    const readers = model.users.filter((user) => sees(user, one));
    one.conversation = { kind: 'channel', channel: target, topic: newTopic ?? topicOf(one) };
    one.versions.push({ topic: topicOf(one), content: one.content });
    if (!isElsewhere) continue;
    one.witnesses = new Set(target.subscribers);
    for (const user of readers) if (!sees(user, one)) forgetMarks(user, one);
  }
  if (isWhole) movePolicies(model, [channel, topic], [target, newTopic ?? topic], isTopicNew);
}

function topicOf({ conversation: place }: Message): string {
  return place.kind === 'channel' ? place.topic : '';
}

/** Users who lose access to a message keep only its received and read state. */
function forgetMarks({ copies }: User, { id }: Message): void {
  const copy = copies.get(id);
  if (copy?.isReceived === true) copies.set(id, { ...copy, isStarred: false, isMentioned: false });
  else copies.delete(id);
}

type Topic = readonly [channel: Channel, topic: string];

/** Topic policies move with the messages, for users with access to the target. */
function movePolicies(model: Model, source: Topic, target: Topic, isTopicNew: boolean): void {
  const [from, to] = [topicKey(...source), topicKey(...target)];
  if (from === to) return;
  for (const user of model.users) {
    const known = user.topicPolicies.get(to) ?? 0;
    const old = canRead(user, target[0]) ? (user.topicPolicies.get(from) ?? 0) : known;
    // A policy moves to a new topic; in an existing topic the more visible policy wins.
    const isMore = BY_VISIBILITY.indexOf(old) > BY_VISIBILITY.indexOf(known);
    user.topicPolicies.set(to, (isTopicNew ? old !== 0 : isMore) ? old : known);
    user.topicPolicies.delete(from);
  }
}
