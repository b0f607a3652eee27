import { again } from '../../../engine/db/retry.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { accessMessage, findMessage, lockConversations, noSuchMessage, type Accessed } from '../access.ts';
import { lockPolicyUsers, wishersOf, type TopicAddress } from './topic-policies.ts';

/** What a transaction had to hold turned out to be something else: it has to begin anew. */
export class Unsettled extends ApiError {
  constructor() {
    super('UNAVAILABLE', 'The message is being changed by others.');
  }
}

const TRIES = 5;

/** Repeats a transaction that did not get hold of everything it needed. */
export function untilSettled<T>(attempt: () => Promise<T>): Promise<T> {
  return again(TRIES, (error) => error instanceof Unsettled, attempt);
}

/** Where a message may go. */
export type Destination = { readonly channelId: number | undefined; readonly topic: string | undefined };

/** A message, and everybody with a wish about the topic where it is or the one where it may go. */
export type LockedMessage = { readonly accessed: Accessed; readonly policyUsers: readonly UserRow[] };

/**
 * A message to be changed, as it stays until the transaction ends. First users are held, then the conversation
 * where it is and the one where it may go, in the order of the ids; only then anything is decided.
 */
export async function lockForMove(tx: Tx, actor: Actor, id: number, to: Destination): Promise<LockedMessage> {
  const first = await findMessage(tx, tx.realmId, id);
  if (first === undefined) throw noSuchMessage();
  const places = placesOf(first, to);
  const policyUsers = await lockPolicyUsers(tx, places, [first.sender_id]);
  const conversationId = to.channelId === undefined ? undefined : await conversationOf(tx, to.channelId);
  await lockConversations(tx, [
    first.conversation_id,
    ...(conversationId === undefined ? [] : [conversationId]),
  ]);
  const accessed = await accessMessage(tx, actor, id);
  const { message } = accessed;
  if (message.conversation_id !== first.conversation_id || message.topic_key !== first.topic_key)
    throw new Unsettled();
  const held = new Set(policyUsers.map((user) => user.id));
  if ((await wishersOf(tx, places)).some((user) => !held.has(user))) throw new Unsettled();
  if (accessed.kind === 'channel' && accessed.channel.is_archived) throw noSuchMessage();
  return { accessed, policyUsers };
}

function placesOf(
  { channel_id, topic }: { readonly channel_id: number | null; readonly topic: string },
  to: Destination,
): TopicAddress[] {
  return channel_id === null
    ? []
    : [
        { channelId: channel_id, topic },
        { channelId: to.channelId ?? channel_id, topic: to.topic ?? topic },
      ];
}

async function conversationOf(tx: Tx, channelId: number): Promise<number | undefined> {
  const row = await tx.first(
    q
      .selectFrom('channel')
      .select('conversation_id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channelId),
  );
  return row?.conversation_id;
}
