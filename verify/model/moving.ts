import {
  messagesIn,
  wishKey,
  type Channel,
  type Message,
  type Model,
  type User,
  type Wish,
} from './model.ts';
import { canRead, sees } from './rules.ts';

export type Mode = 'change_one' | 'change_later' | 'change_all';

/** The more somebody wants to hear, the further right. */
const BY_VISIBILITY: readonly Wish[] = [1, 0, 2, 3];

/** Moves a message and perhaps others of its topic. Where nobody is told a new topic, each keeps its spelling. */
export function moveMessages(
  model: Model,
  mover: User,
  message: Message,
  mode: Mode,
  target: Channel,
  givenTopic: string | null,
): void {
  if (message.place.kind !== 'channel') return;
  const { channel, topic } = message.place;
  const newTopic = givenTopic === topic ? null : givenTopic;
  const isElsewhere = target !== channel;
  const there = messagesIn(model, channel, topic);
  const moved = there
    .filter(
      ({ id }) => mode === 'change_all' || id === message.id || (mode === 'change_later' && id > message.id),
    )
    // To another channel goes only what the mover sees.
    .filter((one) => (isElsewhere ? sees(mover, one) : topicOf(one) !== newTopic));
  const isWhole = there.every((one) => moved.includes(one) || topicOf(one) === newTopic || !sees(mover, one));
  const isTopicNew = messagesIn(model, target, newTopic ?? topic).every((one) => moved.includes(one));
  for (const one of moved) {
    const readers = model.users.filter((user) => sees(user, one));
    one.place = { kind: 'channel', channel: target, topic: newTopic ?? topicOf(one) };
    one.versions.push({ topic: topicOf(one), content: one.content });
    if (!isElsewhere) continue;
    one.witnesses = new Set(target.subscribers);
    for (const user of readers) if (!sees(user, one)) forgetMarks(user, one);
  }
  if (isWhole) moveWishes(model, [channel, topic], [target, newTopic ?? topic], isTopicNew);
}

function topicOf({ place }: Message): string {
  return place.kind === 'channel' ? place.topic : '';
}

/** Whoever cannot see a message any more keeps only that they received it, and whether they read it. */
function forgetMarks({ copies }: User, { id }: Message): void {
  const copy = copies.get(id);
  if (copy?.isReceived === true) copies.set(id, { ...copy, isStarred: false, isMentioned: false });
  else copies.delete(id);
}

type Topic = readonly [channel: Channel, topic: string];

/** What users want to hear of a topic goes where its messages go, unless they cannot follow. */
function moveWishes(model: Model, source: Topic, target: Topic, isTopicNew: boolean): void {
  const [from, to] = [wishKey(...source), wishKey(...target)];
  if (from === to) return;
  for (const user of model.users) {
    const known = user.wishes.get(to) ?? 0;
    const old = canRead(user, target[0]) ? (user.wishes.get(from) ?? 0) : known;
    // A wish comes along to a topic that is new; where there are messages already, the one for more wins.
    const isMore = BY_VISIBILITY.indexOf(old) > BY_VISIBILITY.indexOf(known);
    user.wishes.set(to, (isTopicNew ? old !== 0 : isMore) ? old : known);
    user.wishes.delete(from);
  }
}
