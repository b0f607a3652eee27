import { again } from '../../db/again.ts';
import { q } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor, PersonRow } from '../../people/person.ts';
import { Problem } from '../../problem.ts';
import { accessMessage, findMessage, lockConversations, noSuchMessage, type Accessed } from '../access.ts';
import { holdWishers, wishersOf, type TopicPlace } from './wishes.ts';

/** What a transaction had to hold turned out to be something else: it has to begin anew. */
export class Unsettled extends Problem {
  constructor() {
    super('UNAVAILABLE', 'The message is being changed by others.');
  }
}

const TRIES = 5;

/** Repeats a transaction that did not get hold of everything it needed. */
export const untilSettled = <T>(attempt: () => Promise<T>): Promise<T> =>
  again(TRIES, (error) => error instanceof Unsettled, attempt);

/** Where a message may go. */
export type Destination = { readonly channelId: number | undefined; readonly topic: string | undefined };

/** A message, and everybody with a wish about the topic where it is or the one where it may go. */
export type Held = { readonly accessed: Accessed; readonly wishers: readonly PersonRow[] };

/**
 * A message to be changed, as it stays until the transaction ends. First people are held, then the conversation
 * where it is and the one where it may go, in the order of the ids; only then anything is decided.
 */
export const holdForMove = async (tx: Tx, actor: Actor, id: number, to: Destination): Promise<Held> => {
  const first = await findMessage(tx, tx.realmId, id);
  if (first === undefined) throw noSuchMessage();
  const places = placesOf(first, to);
  const wishers = await holdWishers(tx, places, [first.sender_id]);
  const conversationId = to.channelId === undefined ? undefined : await conversationOf(tx, to.channelId);
  await lockConversations(tx, [
    first.conversation_id,
    ...(conversationId === undefined ? [] : [conversationId]),
  ]);
  const accessed = await accessMessage(tx, actor, id);
  const { message } = accessed;
  if (message.conversation_id !== first.conversation_id || message.topic_key !== first.topic_key)
    throw new Unsettled();
  const held = new Set(wishers.map((person) => person.id));
  if ((await wishersOf(tx, places)).some((person) => !held.has(person))) throw new Unsettled();
  if (accessed.kind === 'channel' && accessed.channel.is_archived) throw noSuchMessage();
  return { accessed, wishers };
};

const placesOf = (
  { channel_id, topic }: { readonly channel_id: number | null; readonly topic: string },
  to: Destination,
): TopicPlace[] =>
  channel_id === null
    ? []
    : [
        { channelId: channel_id, topic },
        { channelId: to.channelId ?? channel_id, topic: to.topic ?? topic },
      ];

const conversationOf = async (tx: Tx, channelId: number): Promise<number | undefined> => {
  const row = await tx.first(
    q
      .selectFrom('channel')
      .select('conversation_id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channelId),
  );
  return row?.conversation_id;
};
