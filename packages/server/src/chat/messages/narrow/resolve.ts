import type { ChannelRow } from '../../channels/channel.ts';
import { findByNames, findChannels } from '../../channels/queries.ts';
import type { Config } from '../../../engine/config.ts';
import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import { accessUser, visibleUsersOf } from '../../../organization/users/access.ts';
import { accessByAddress } from '../../../organization/users/find-user.ts';
import { isSpectator, type Actor } from '../../../http/actor.ts';
import type { World } from '../../../http/world.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { findConversation } from '../conversation.ts';
import { badNarrow } from './error.ts';
import type { NamedCondition, NameOrId, Narrow } from './term.ts';

/** Services of the search index. */
export type IndexWorld = Pick<World, 'searchDamage' | 'tokenizers'>;

/** The searching user, with the server's host names for placeholder e-mail addresses. */
export type Searcher = Actor & {
  readonly world: IndexWorld & { readonly config: Pick<Config, 'hosts'> };
};

/** The condition of a term, with ids instead of names. */
export type Condition =
  | { readonly kind: 'channel'; readonly channel: ChannelRow }
  /** Undefined if the conversation does not exist. */
  | { readonly kind: 'conversation'; readonly id: number | undefined }
  | { readonly kind: 'sender' | 'dm-including' | 'mentions'; readonly id: number }
  | Extract<NamedCondition, { kind: 'channels' | 'topic' | 'is' | 'has' | 'id' | 'sent' }>;

export type ResolvedTerm = { readonly condition: Condition; readonly isNegated: boolean };

/** Looks up the names in a narrow. An unknown name makes the narrow invalid. */
export async function resolveNarrow(
  reader: Reader,
  searcher: Searcher,
  { terms }: Narrow,
): Promise<ResolvedTerm[]> {
  const resolved: ResolvedTerm[] = [];
  for (const { condition, isNegated } of terms)
    resolved.push({ isNegated, condition: await resolve(reader, searcher, condition) });
  return resolved;
}

async function resolve(reader: Reader, searcher: Searcher, condition: NamedCondition): Promise<Condition> {
  switch (condition.kind) {
    case 'channel':
      return { kind: 'channel', channel: await channelOf(reader, searcher, condition.channel) };
    case 'sender':
    case 'dm-including':
    case 'mentions':
      return { kind: condition.kind, id: await userOf(reader, searcher, condition.who) };
    case 'dm':
      return { kind: 'conversation', id: await conversationWith(reader, searcher, condition.who) };
    case 'channels':
    case 'topic':
    case 'is':
    case 'has':
    case 'id':
    case 'sent':
      return condition;
  }
}

async function channelOf(reader: Reader, { realm, user }: Actor, named: NameOrId): Promise<ChannelRow> {
  const channel =
    typeof named === 'number'
      ? (await findChannels(reader, realm.id, [named]))[0]
      : (await findByNames(reader, realm.id, [named.trim()]))[0]?.channel;
  const isHidden = isSpectator(user) && channel?.is_web_public !== true;
  if (channel === undefined || isHidden) throw badNarrow(`there is no channel '${named}'.`);
  return channel;
}

async function userOf(reader: Reader, searcher: Searcher, named: NameOrId): Promise<number> {
  try {
    const user =
      typeof named === 'number'
        ? await accessUser(reader, searcher, named)
        : await accessByAddress(reader, searcher.world.config, searcher, named);
    return user.id;
  } catch (error) {
    if (error instanceof ApiError) throw badNarrow(`there is no user '${named}'.`);
    throw error;
  }
}

async function conversationWith(
  reader: Reader,
  searcher: Searcher,
  who: readonly NameOrId[],
): Promise<number | undefined> {
  if (who.length === 0) return undefined;
  const ids = new Set(who.filter((named) => typeof named === 'number'));
  const addresses = new Set(who.filter((named) => typeof named === 'string'));
  if (addresses.size > MAX_ADDRESSES) throw badNarrow(`it has more than ${MAX_ADDRESSES} e-mail addresses.`);
  await refuseUnknown(reader, searcher, ids);
  for (const address of addresses) ids.add(await userOf(reader, searcher, address));
  return (await findConversation(reader, searcher.realm.id, [...ids.add(searcher.user.id)]))?.id;
}

/** Bounds the lookups of a request, since each address takes one. */
const MAX_ADDRESSES = 100;

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
