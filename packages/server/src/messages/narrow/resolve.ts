import type { ChannelRow } from '../../channels/channel.ts';
import { findByNames, findChannels } from '../../channels/queries.ts';
import type { Config } from '../../config.ts';
import { q, sql, type Reader } from '../../db/sql.ts';
import { accessPerson, eyesOf } from '../../people/access.ts';
import { accessByAddress } from '../../people/find-person.ts';
import { isSpectator, type Actor } from '../../people/person.ts';
import { Problem } from '../../problem.ts';
import { findConversation } from '../conversation.ts';
import { badNarrow } from './problem.ts';
import type { Ask, Named, Narrow } from './term.ts';

/** Who searches, on a server that knows how made-up addresses look. */
export type Asker = Actor & { readonly world: { readonly config: Pick<Config, 'hosts'> } };

/** What a term asks of a message, with ids in place of names. */
export type Condition =
  | { readonly kind: 'channel'; readonly channel: ChannelRow }
  /** No id: nobody has ever written there. */
  | { readonly kind: 'conversation'; readonly id: number | undefined }
  | { readonly kind: 'sender' | 'dm-including' | 'mentions'; readonly id: number }
  | Extract<Ask, { kind: 'channels' | 'topic' | 'is' | 'has' | 'id' }>;

export type ResolvedTerm = { readonly condition: Condition; readonly isNegated: boolean };

/** Looks up the names in a search. What does not exist makes it one that cannot be understood. */
export const resolveNarrow = async (
  reader: Reader,
  asker: Asker,
  { terms }: Narrow,
): Promise<ResolvedTerm[]> => {
  const resolved: ResolvedTerm[] = [];
  for (const { ask, isNegated } of terms)
    resolved.push({ isNegated, condition: await resolve(reader, asker, ask) });
  return resolved;
};

const resolve = async (reader: Reader, asker: Asker, ask: Ask): Promise<Condition> => {
  switch (ask.kind) {
    case 'channel':
      return { kind: 'channel', channel: await channelOf(reader, asker, ask.channel) };
    case 'sender':
    case 'dm-including':
    case 'mentions':
      return { kind: ask.kind, id: await personOf(reader, asker, ask.who) };
    case 'dm':
      return { kind: 'conversation', id: await conversationWith(reader, asker, ask.who) };
    case 'channels':
    case 'topic':
    case 'is':
    case 'has':
    case 'id':
      return ask;
  }
};

const channelOf = async (reader: Reader, { realm, person }: Actor, named: Named): Promise<ChannelRow> => {
  const channel =
    typeof named === 'number'
      ? (await findChannels(reader, realm.id, [named]))[0]
      : (await findByNames(reader, realm.id, [named.trim()]))[0]?.channel;
  const isHidden = isSpectator(person) && channel?.is_web_public !== true;
  if (channel === undefined || isHidden) throw badNarrow(`there is no channel '${named}'.`);
  return channel;
};

const personOf = async (reader: Reader, asker: Asker, named: Named): Promise<number> => {
  try {
    const person =
      typeof named === 'number'
        ? await accessPerson(reader, asker, named)
        : await accessByAddress(reader, asker.world.config, asker, named);
    return person.id;
  } catch (error) {
    if (error instanceof Problem) throw badNarrow(`there is nobody called '${named}'.`);
    throw error;
  }
};

const conversationWith = async (
  reader: Reader,
  asker: Asker,
  who: readonly Named[],
): Promise<number | undefined> => {
  if (who.length === 0) return undefined;
  const ids = new Set(who.filter((named) => typeof named === 'number'));
  const addresses = new Set(who.filter((named) => typeof named === 'string'));
  if (addresses.size > MOST_ADDRESSES) throw badNarrow('it names too many people.');
  await refuseUnknown(reader, asker, ids);
  for (const address of addresses) ids.add(await personOf(reader, asker, address));
  return (await findConversation(reader, asker.realm.id, [...ids.add(asker.person.id)]))?.id;
};

/** Addresses are looked up one by one. */
const MOST_ADDRESSES = 100;

const refuseUnknown = async (reader: Reader, asker: Asker, ids: ReadonlySet<number>): Promise<void> => {
  const found = await reader.all(
    q
      .selectFrom('person')
      .select(['id', 'bot_type'])
      .where('realm_id', '=', asker.realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
  const sees = await eyesOf(reader, asker, ids);
  if (found.filter(sees).length < ids.size) throw badNarrow('one of the people does not exist.');
};
