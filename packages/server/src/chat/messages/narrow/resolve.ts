import type { ChannelRow } from '../../channels/channel.ts';
import { findByNames, findChannels } from '../../channels/queries.ts';
import type { Config } from '../../../engine/config.ts';
import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { accessUser, visibleUsersOf } from '../../../organization/users/access.ts';
import { accessByAddress } from '../../../organization/users/find-user.ts';
import { isSpectator, type Actor } from '../../../http/actor.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { findConversation } from '../conversation.ts';
import { badNarrow } from './error.ts';
import type { Ask, Named, Narrow } from './term.ts';

/** Who searches, on a server that knows how made-up addresses look. */
export type Searcher = Actor & { readonly world: { readonly config: Pick<Config, 'hosts'> } };

/** What a term asks of a message, with ids in place of names. */
export type Condition =
  | { readonly kind: 'channel'; readonly channel: ChannelRow }
  /** No id: nobody has ever written there. */
  | { readonly kind: 'conversation'; readonly id: number | undefined }
  | { readonly kind: 'sender' | 'dm-including' | 'mentions'; readonly id: number }
  | Extract<Ask, { kind: 'channels' | 'topic' | 'is' | 'has' | 'id' }>;

export type ResolvedTerm = { readonly condition: Condition; readonly isNegated: boolean };

/** Looks up the names in a search. What does not exist makes it one that cannot be understood. */
export async function resolveNarrow(
  reader: Reader,
  searcher: Searcher,
  { terms }: Narrow,
): Promise<ResolvedTerm[]> {
  const resolved: ResolvedTerm[] = [];
  for (const { ask, isNegated } of terms)
    resolved.push({ isNegated, condition: await resolve(reader, searcher, ask) });
  return resolved;
}

async function resolve(reader: Reader, searcher: Searcher, ask: Ask): Promise<Condition> {
  switch (ask.kind) {
    case 'channel':
      return { kind: 'channel', channel: await channelOf(reader, searcher, ask.channel) };
    case 'sender':
    case 'dm-including':
    case 'mentions':
      return { kind: ask.kind, id: await userOf(reader, searcher, ask.who) };
    case 'dm':
      return { kind: 'conversation', id: await conversationWith(reader, searcher, ask.who) };
    case 'channels':
    case 'topic':
    case 'is':
    case 'has':
    case 'id':
      return ask;
  }
}

async function channelOf(reader: Reader, { realm, user }: Actor, named: Named): Promise<ChannelRow> {
  const channel =
    typeof named === 'number'
      ? (await findChannels(reader, realm.id, [named]))[0]
      : (await findByNames(reader, realm.id, [named.trim()]))[0]?.channel;
  const isHidden = isSpectator(user) && channel?.is_web_public !== true;
  if (channel === undefined || isHidden) throw badNarrow(`there is no channel '${named}'.`);
  return channel;
}

async function userOf(reader: Reader, searcher: Searcher, named: Named): Promise<number> {
  try {
    const user =
      typeof named === 'number'
        ? await accessUser(reader, searcher, named)
        : await accessByAddress(reader, searcher.world.config, searcher, named);
    return user.id;
  } catch (error) {
    if (error instanceof ApiError) throw badNarrow(`there is nobody called '${named}'.`);
    throw error;
  }
}

async function conversationWith(
  reader: Reader,
  searcher: Searcher,
  who: readonly Named[],
): Promise<number | undefined> {
  if (who.length === 0) return undefined;
  const ids = new Set(who.filter((named) => typeof named === 'number'));
  const addresses = new Set(who.filter((named) => typeof named === 'string'));
  if (addresses.size > MOST_ADDRESSES) throw badNarrow('it names too many users.');
  await refuseUnknown(reader, searcher, ids);
  for (const address of addresses) ids.add(await userOf(reader, searcher, address));
  return (await findConversation(reader, searcher.realm.id, [...ids.add(searcher.user.id)]))?.id;
}

/** Addresses are looked up one by one. */
const MOST_ADDRESSES = 100;

async function refuseUnknown(reader: Reader, searcher: Searcher, ids: ReadonlySet<number>): Promise<void> {
  const found = await reader.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'bot_type'])
      .where('realm_id', '=', searcher.realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
  const sees = await visibleUsersOf(reader, searcher, ids);
  if (found.filter(sees).length < ids.size) throw badNarrow('one of the users does not exist.');
}
