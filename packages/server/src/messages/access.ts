import { isProtected, type ChannelRow } from '../channels/channel.ts';
import { findChannels } from '../channels/queries.ts';
import { relationTo } from '../channels/relation.ts';
import { canRead, type Relation } from '../channels/rights.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from '../people/person.ts';
import { badRequest, type Problem } from '../problem.ts';
import { MARKS } from './flags.ts';
import { messageColumns, type MessageRow } from './message.ts';

/** A message that somebody may read, and where it is. */
export type Accessed =
  | {
      readonly kind: 'channel';
      readonly message: MessageRow;
      readonly channel: ChannelRow;
      readonly relation: Relation;
    }
  | { readonly kind: 'direct'; readonly message: MessageRow; readonly people: readonly number[] };

/** A message that the actor may read. One that is hidden looks like one that does not exist. */
export const accessMessage = async (reader: Reader, actor: Actor, id: number): Promise<Accessed> => {
  const message = await findMessage(reader, actor.realm.id, id);
  if (message === undefined) throw noSuchMessage();
  return message.channel_id === null
    ? accessDirect(reader, actor, message)
    : accessInChannel(reader, actor, message, message.channel_id);
};

/**
 * The same to change it: what is in an archived channel stays as it is. The conversation is locked first, so
 * that nobody sends, moves, joins or leaves there until the transaction ends.
 */
export const accessForChange = async (tx: Tx, actor: Actor, id: number): Promise<Accessed> => {
  const first = await findMessage(tx, tx.realmId, id);
  if (first === undefined) throw noSuchMessage();
  await lockConversations(tx, [first.conversation_id]);
  const accessed = await accessMessage(tx, actor, id);
  if (accessed.message.conversation_id !== first.conversation_id) return accessForChange(tx, actor, id);
  if (accessed.kind === 'channel' && accessed.channel.is_archived) throw noSuchMessage();
  return accessed;
};

/** In the order of their ids, as everybody does. */
export const lockConversations = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.all(
    sql`select id from conversation
      where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[]) order by id for update`,
  );
};

export const noSuchMessage = (): Problem => badRequest('There is no such message.');

export const findMessage = (reader: Reader, realmId: number, id: number): Promise<MessageRow | undefined> =>
  reader.first(
    q.selectFrom('message').select(messageColumns).where('realm_id', '=', realmId).where('id', '=', id),
  );

const accessDirect = async (
  reader: Reader,
  { realm, person }: Actor,
  message: MessageRow,
): Promise<Accessed> => {
  const row = await reader.first(
    q
      .selectFrom('conversation')
      .select('people')
      .where('realm_id', '=', realm.id)
      .where('id', '=', message.conversation_id),
  );
  const people = row?.people ?? [];
  if (!people.includes(person.id)) throw noSuchMessage();
  return { kind: 'direct', message, people };
};

const accessInChannel = async (
  reader: Reader,
  { realm, person }: Actor,
  message: MessageRow,
  channelId: number,
): Promise<Accessed> => {
  const [channel] = await findChannels(reader, realm.id, [channelId]);
  if (channel === undefined) throw noSuchMessage();
  const relation = await relationTo(reader, person, channel);
  const isReadable =
    canRead(person, channel, relation) &&
    (!isProtected(channel) || (await wasThere(reader, person.id, message, channelId)));
  if (!isReadable && !(await wasCalled(reader, person.id, message))) throw noSuchMessage();
  return { kind: 'channel', message, channel, relation };
};

/** Where history is protected: subscribed when the message came into the channel. */
const wasThere = async (
  reader: Reader,
  personId: number,
  message: MessageRow,
  channelId: number,
): Promise<boolean> => {
  const row = await reader.first(
    sql`select 1 from subscription
      where realm_id = ${message.realm_id} and person_id = ${personId} and channel_id = ${channelId}
        and periods @> ${message.arrived_at ?? message.id}::bigint`,
  );
  return row !== undefined;
};

/** A bot that was mentioned where it is not subscribed has the message all the same. */
const wasCalled = async (reader: Reader, personId: number, message: MessageRow): Promise<boolean> => {
  const row = await reader.first(
    sql`select 1 from message_mark k
      join person p on p.realm_id = k.realm_id and p.id = k.person_id and p.bot_type is not null
      where k.realm_id = ${message.realm_id} and k.person_id = ${personId} and k.message_id = ${message.id}
        and k.flags & ${MARKS.mentioned}::smallint > 0 and k.flags & ${MARKS.historical}::smallint = 0`,
  );
  return row !== undefined;
};
