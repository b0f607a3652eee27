import type { ChannelRow } from '../../channels/channel.ts';
import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import type { Condition, ResolvedTerm } from '../narrow/resolve.ts';
import type { Is } from '../narrow/term.ts';
import { byWords } from './by-words.ts';
import type { Search } from './search.ts';
import type { MessageVisibility } from './message-visibility.ts';
import { loose, type Source } from './source.ts';
import * as mine from './own-sources.ts';
import * as sources from './sources.ts';

/** A source, and how many terms of the search are true of everything in it. */
type Choice = { readonly source: Source; readonly covered: number };

/** A conversation up to this size is looked through sooner than an index of the whole organization is asked. */
const SMALL = 20_000;

/** Where to look: what leaves the fewest candidates. */
export async function chooseSource(reader: Reader, search: Search): Promise<Source> {
  const { source, covered } = narrowest(search) ?? (await wide(reader, search));
  const isWhole = covered === search.terms.length && search.text === undefined;
  return isWhole ? source : { ...source, most: loose };
}

function narrowest({ visibility, terms, channel }: Search): Choice | undefined {
  const id = asked(terms, 'id')?.id;
  if (id !== undefined) return { source: sources.chosen(visibility, [id]), covered: 1 };
  const place = placeOf(terms, channel);
  if (asksIs(terms, 'unread'))
    return { source: mine.unread(visibility, place), covered: place.kind === 'all' ? 1 : 2 };
  const topic = asked(terms, 'topic')?.topic;
  if (channel !== undefined && topic !== undefined)
    return { source: sources.inTopic(visibility, channel.id, topic), covered: 2 };
  if (asksIs(terms, 'starred')) return { source: mine.starred(visibility), covered: 1 };
  if (asksIs(terms, 'alerted')) return { source: mine.alerted(visibility), covered: 1 };
  if (asksIs(terms, 'mentioned')) return { source: mine.mentioned(visibility), covered: 1 };
  if (topic !== undefined) return { source: sources.inTopicAnywhere(visibility, topic), covered: 1 };
  if (asksIs(terms, 'followed')) return { source: sources.followed(visibility), covered: 1 };
  return undefined;
}

async function wide(reader: Reader, { visibility, terms, channel, text, universe }: Search): Promise<Choice> {
  const hasWords = text !== undefined && text.lexemes.length > 0;
  const direct = asked(terms, 'conversation');
  if (direct !== undefined && direct.id === undefined)
    return { source: sources.chosen(visibility, []), covered: 1 };
  const conversationId = channel?.conversation_id ?? direct?.id;
  const sender = asked(terms, 'sender')?.id;
  if (conversationId !== undefined) {
    const isSmall =
      (hasWords || sender !== undefined) &&
      (await sizeOf(reader, visibility.realmId, conversationId)) <= SMALL;
    if (isSmall || (!hasWords && sender === undefined))
      return { source: sources.inConversation(visibility, conversationId), covered: 1 };
  }
  if (hasWords)
    return { source: byWords(visibility, text, await headOf(reader, visibility.realmId)), covered: 0 };
  if (placeOf(terms, channel).kind === 'direct') return { source: mine.directly(visibility), covered: 1 };
  if (sender !== undefined) return { source: sources.bySender(visibility, sender), covered: 1 };
  if (universe === 'own' && asked(terms, 'mentions')?.id === visibility.userId)
    return { source: mine.called(visibility), covered: 0 };
  const sparse = await sparsest(reader, visibility, terms);
  if (sparse !== undefined) return { source: sparse, covered: 0 };
  if (universe !== 'own') return { source: sources.everything(visibility), covered: 1 };
  return terms.every(isUsual) && text === undefined
    ? { source: mine.own(visibility), covered: terms.length }
    : { source: sources.everything(visibility), covered: 0 };
}

/** Resolved topics up to this number are looked at one by one. */
const FEW_TOPICS = 200;

/** What few messages may have, and an index knows. */
async function sparsest(
  reader: Reader,
  visibility: MessageVisibility,
  terms: readonly ResolvedTerm[],
): Promise<Source | undefined> {
  if (asksIs(terms, 'muted')) return sources.muted(visibility);
  const has = asked(terms, 'has')?.what;
  if (has === 'reaction') return sources.reacted(visibility);
  if (has === 'image' || has === 'attachment') return sources.withFiles(visibility);
  const kind = asked(terms, 'channels')?.which;
  if (kind === 'archived') return sources.inChannels(visibility, sql`c.is_archived`);
  if (kind === 'web-public') return sources.inChannels(visibility, sql`c.is_web_public`);
  if (asksIs(terms, 'resolved') && (await areResolvedFew(reader, visibility.realmId)))
    return sources.inResolved(visibility);
  return undefined;
}

async function areResolvedFew(reader: Reader, realmId: number): Promise<boolean> {
  const rows = await reader.all(
    sql`select 1 from topic where realm_id = ${realmId} and starts_with(topic_key, '✔ ') limit ${FEW_TOPICS}`,
  );
  return rows.length < FEW_TOPICS;
}

/** Terms that most messages fulfil. */
function isUsual({ condition, isNegated }: ResolvedTerm): boolean {
  return isNegated || (condition.kind === 'channels' && condition.which === 'public');
}

function placeOf(terms: readonly ResolvedTerm[], channel: ChannelRow | undefined): mine.UnreadScope {
  if (channel !== undefined) return { kind: 'channel', channel };
  const id = asked(terms, 'conversation')?.id;
  if (id !== undefined) return { kind: 'conversation', id };
  const isDirect = asksIs(terms, 'dm') || asked(terms, 'dm-including') !== undefined;
  return { kind: isDirect ? 'direct' : 'all' };
}

type Asked<K> =
  | Extract<Condition, { kind: K }>
  | (K extends Condition['kind'] ? Condition & { kind: K } : never);

/** What a term of a kind asks for, if there is one that is not negated. */
function asked<K extends Condition['kind']>(terms: readonly ResolvedTerm[], kind: K): Asked<K> | undefined {
  return terms.find(({ condition, isNegated }) => !isNegated && condition.kind === kind)?.condition as
    | Asked<K>
    | undefined;
}

function asksIs(terms: readonly ResolvedTerm[], what: Is): boolean {
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

async function headOf(reader: Reader, realmId: number): Promise<number> {
  const row = await reader.first(q.selectFrom('realm_head').select('head').where('realm_id', '=', realmId));
  return row?.head ?? 0;
}
