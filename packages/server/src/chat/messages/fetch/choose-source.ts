import type { ChannelRow } from '../../channels/channel.ts';
import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import type { Condition, ResolvedTerm } from '../narrow/resolve.ts';
import type { Is } from '../narrow/term.ts';
import { openIndex, type SearchIndex } from '../search/open-index.ts';
import type { Lookup } from '../search/lookups.ts';
import { conversationToken, senderToken } from '../search/tokens.ts';
import { byIndex } from './by-index.ts';
import type { Search } from './search.ts';
import type { MessageVisibility } from './message-visibility.ts';
import { looseLimit, type MessageSource } from './source.ts';
import * as mine from './own-sources.ts';
import * as sources from './sources.ts';

/** A source, and the number of search terms that all of its messages match. */
type Choice = { readonly source: MessageSource; readonly covered: number };

/** Scanning a conversation up to this size is faster than an index of the whole organization. */
const MAX_SCANNED_CONVERSATION_SIZE = 20_000;

/** Chooses the source with the fewest candidates. */
export async function chooseSource(reader: Reader, search: Search): Promise<MessageSource> {
  const { visibility, units } = search;
  if (units?.length === 0) return sources.byIds(visibility, []);
  if (units !== undefined) {
    const few = fewSource(search)?.source;
    if (few !== undefined) return { ...few, limit: looseLimit };
    return indexSource(
      reader,
      search,
      await openIndex(reader, visibility.realmId, search.indexWorld.tokenizers),
    );
  }
  const { source, covered } = narrowSource(search) ?? (await wideSource(reader, search));
  return covered === search.terms.length ? source : { ...source, limit: looseLimit };
}

/** The conversation and the sender are tokens of the index, so a narrow makes a search cheaper. */
function indexSource(
  reader: Reader,
  { visibility, terms, channel, indexWorld, units = [] }: Search,
  index: SearchIndex,
): MessageSource {
  const direct = conditionOf(terms, 'conversation');
  if (direct !== undefined && direct.id === undefined) return sources.byIds(visibility, []);
  const conversationId = channel?.conversation_id ?? direct?.id;
  const senderId = conditionOf(terms, 'sender')?.id;
  const tokens = [
    ...(conversationId === undefined ? [] : [conversationToken(conversationId)]),
    ...(senderId === undefined ? [] : [senderToken(senderId)]),
  ];
  const lookups: Lookup[] = [
    ...index.tokenizer.lookupsOf(units),
    ...tokens.map((token): Lookup => ({ kind: 'token', token })),
  ];
  return byIndex(reader, visibility, index, lookups, () => {
    if (index.buildId !== undefined) indexWorld.searchDamage.note(visibility.realmId, index.buildId);
  });
}

/** Sources with few messages, whatever else the narrow contains. */
function fewSource({ visibility, terms, channel }: Search): Choice | undefined {
  const id = conditionOf(terms, 'id')?.id;
  if (id !== undefined) return { source: sources.byIds(visibility, [id]), covered: 1 };
  const unreadScope = unreadScopeOf(terms, channel);
  if (hasIsTerm(terms, 'unread'))
    return { source: mine.unread(visibility, unreadScope), covered: unreadScope.kind === 'all' ? 1 : 2 };
  if (hasIsTerm(terms, 'starred')) return { source: mine.starred(visibility), covered: 1 };
  if (hasIsTerm(terms, 'alerted')) return { source: mine.alerted(visibility), covered: 1 };
  if (hasIsTerm(terms, 'mentioned')) return { source: mine.mentioned(visibility), covered: 1 };
  return undefined;
}

function narrowSource(search: Search): Choice | undefined {
  const { visibility, terms, channel } = search;
  const topic = conditionOf(terms, 'topic')?.topic;
  const few = fewSource(search);
  const isByIdOrUnread = conditionOf(terms, 'id') !== undefined || hasIsTerm(terms, 'unread');
  if (isByIdOrUnread) return few;
  if (channel !== undefined && topic !== undefined)
    return { source: sources.inTopic(visibility, channel.id, topic), covered: 2 };
  if (few !== undefined) return few;
  if (topic !== undefined) return { source: sources.inTopicAnywhere(visibility, topic), covered: 1 };
  if (hasIsTerm(terms, 'followed')) return { source: sources.followed(visibility), covered: 1 };
  return undefined;
}

async function wideSource(reader: Reader, { visibility, terms, channel, scope }: Search): Promise<Choice> {
  const direct = conditionOf(terms, 'conversation');
  if (direct !== undefined && direct.id === undefined)
    return { source: sources.byIds(visibility, []), covered: 1 };
  const conversationId = channel?.conversation_id ?? direct?.id;
  const sender = conditionOf(terms, 'sender')?.id;
  if (conversationId !== undefined) {
    const isScanned =
      sender === undefined ||
      (await sizeOf(reader, visibility.realmId, conversationId)) <= MAX_SCANNED_CONVERSATION_SIZE;
    if (isScanned) return { source: sources.inConversation(visibility, conversationId), covered: 1 };
  }
  if (unreadScopeOf(terms, channel).kind === 'direct') return { source: mine.direct(visibility), covered: 1 };
  if (sender !== undefined) return { source: sources.bySender(visibility, sender), covered: 1 };
  if (scope === 'own' && conditionOf(terms, 'mentions')?.id === visibility.userId)
    return { source: mine.mentionCandidates(visibility), covered: 0 };
  const sparse = await sparseSource(reader, visibility, terms);
  if (sparse !== undefined) return { source: sparse, covered: 0 };
  if (scope !== 'own') return { source: sources.everything(visibility), covered: 1 };
  return terms.every(isCommon)
    ? { source: mine.own(visibility), covered: terms.length }
    : { source: sources.everything(visibility), covered: 0 };
}

/** With more resolved topics, a scan of all messages is cheaper than a scan of each topic. */
const MAX_RESOLVED_TOPICS = 200;

/** Indexed properties that few messages have. */
async function sparseSource(
  reader: Reader,
  visibility: MessageVisibility,
  terms: readonly ResolvedTerm[],
): Promise<MessageSource | undefined> {
  if (hasIsTerm(terms, 'muted')) return sources.muted(visibility);
  const has = conditionOf(terms, 'has')?.what;
  if (has === 'reaction') return sources.reacted(visibility);
  if (has === 'image' || has === 'attachment') return sources.withFiles(visibility);
  const kind = conditionOf(terms, 'channels')?.which;
  if (kind === 'archived') return sources.inChannels(visibility, sql`c.is_archived`);
  if (kind === 'web-public') return sources.inChannels(visibility, sql`c.is_web_public`);
  if (hasIsTerm(terms, 'resolved') && (await hasFewResolvedTopics(reader, visibility.realmId)))
    return sources.inResolved(visibility);
  return undefined;
}

async function hasFewResolvedTopics(reader: Reader, realmId: number): Promise<boolean> {
  const rows = await reader.all(
    sql`select 1 from topic where realm_id = ${realmId} and starts_with(topic_key, '✔ ') limit ${MAX_RESOLVED_TOPICS}`,
  );
  return rows.length < MAX_RESOLVED_TOPICS;
}

/** Whether most messages match the term. */
function isCommon({ condition, isNegated }: ResolvedTerm): boolean {
  return isNegated || (condition.kind === 'channels' && condition.which === 'public');
}

function unreadScopeOf(terms: readonly ResolvedTerm[], channel: ChannelRow | undefined): mine.UnreadScope {
  if (channel !== undefined) return { kind: 'channel', channel };
  const id = conditionOf(terms, 'conversation')?.id;
  if (id !== undefined) return { kind: 'conversation', id };
  const isDirect = hasIsTerm(terms, 'dm') || conditionOf(terms, 'dm-including') !== undefined;
  return { kind: isDirect ? 'direct' : 'all' };
}

type ConditionOf<K> =
  | Extract<Condition, { kind: K }>
  | (K extends Condition['kind'] ? Condition & { kind: K } : never);

/** The condition of the first term of a kind that is not negated. */
function conditionOf<K extends Condition['kind']>(
  terms: readonly ResolvedTerm[],
  kind: K,
): ConditionOf<K> | undefined {
  return terms.find(({ condition, isNegated }) => !isNegated && condition.kind === kind)?.condition as
    | ConditionOf<K>
    | undefined;
}

function hasIsTerm(terms: readonly ResolvedTerm[], what: Is): boolean {
  return terms.some(
    ({ condition, isNegated }) => !isNegated && condition.kind === 'is' && condition.what === what,
  );
}

async function sizeOf(reader: Reader, realmId: number, conversationId: number): Promise<number> {
  const row = await reader.first(
    q
      .selectFrom('conversation')
      .select('last_ordinal')
      .where('realm_id', '=', realmId)
      .where('id', '=', conversationId),
  );
  return row?.last_ordinal ?? 0;
}
