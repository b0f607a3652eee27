import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { limits } from '@parley/contract/limits.ts';
import { isPublicClient } from '@parley/contract/public-clients.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { ClientProgram } from '../../../http/client-name.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { resolveWith } from '../narrow/follow-with.ts';
import { parseNarrow } from '../narrow/parse.ts';
import type { Searcher } from '../narrow/resolve.ts';
import { presentMessages, type SeenMessage, type Viewer } from '../present.ts';
import { anchorOf, type Anchor } from './anchor.ts';
import { matchIn } from './matches.ts';
import { planAmong } from './plan.ts';
import { prepareSearch, type Search } from './search.ts';
import { EMPTY_RANGE, rangeOf, type Range } from './select-range.ts';
import { take } from './take.ts';
import { weighAll, withinBytes } from './within-bytes.ts';

type Request = ParametersOf<typeof getMessages>;

export type Fetched = { readonly messages: SeenMessage[]; readonly range: Range; readonly isById: boolean };

/** The maximum number of messages in one response. */
export const MAX_MESSAGES = limits.messagesInRequest;

/** Fetches messages around an anchor, or with the given ids, that match the narrow. */
export async function fetchMessages(
  reader: Reader,
  viewer: Viewer & Searcher & { readonly client: Pick<ClientProgram, 'name'> },
  request: Request,
): Promise<Fetched> {
  const wanted = wantedOf(request);
  await keepJoinOrder(reader);
  const narrow = await resolveWith(reader, viewer, request.narrow ?? []);
  checkLimits(request, wanted);
  const search = await prepareSearch(reader, viewer, parseNarrow(narrow));
  const found = await find(reader, search, request, wanted);
  const isById = wanted.kind === 'ids';
  const { range, weights } = isById
    ? { range: found, weights: await weighAll(reader, viewer.realm.id, found.ids) }
    : await withinBytes(reader, viewer.realm.id, found);
  const units = search?.units;
  const options = {
    applyMarkdown: request.apply_markdown,
    clientGravatar: request.client_gravatar,
    allowEmptyTopicName: request.allow_empty_topic_name,
    isPublicClient: isPublicClient(viewer.client.name),
  };
  const messages = await presentMessages(reader, viewer, range.ids, options, {
    weights,
    finish: (one): SeenMessage =>
      units === undefined ? one.message : { ...one.message, ...matchIn(units, one) },
  });
  return { messages, range, isById };
}

/** Keeps the join order as written: it is already optimal, and planning alternatives takes longer than execution. */
function keepJoinOrder(reader: Reader): Promise<unknown> {
  return reader.all(sql`select set_config('join_collapse_limit', '1', true)`);
}

type Wanted =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'range'; readonly anchor: Anchor };

function wantedOf(request: Request): Wanted {
  const { message_ids, anchor, anchor_date, num_before, num_after, use_first_unread_anchor } = request;
  if (message_ids != null) {
    if (anchor !== undefined || num_before > 0 || num_after > 0 || use_first_unread_anchor)
      throw badRequest("The parameter 'message_ids' cannot be combined with an anchor or a range.", {
        parameters: 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
      });
    return { kind: 'ids', ids: message_ids };
  }
  if (use_first_unread_anchor) return { kind: 'range', anchor: { kind: 'first unread' } };
  if (anchor === undefined) throw badRequest("Missing parameter 'anchor'.");
  return { kind: 'range', anchor: anchorOf(anchor, anchor_date) };
}

function checkLimits({ num_before, num_after, include_anchor }: Request, wanted: Wanted): void {
  const count = wanted.kind === 'ids' ? wanted.ids.length : num_before + num_after;
  if (count > MAX_MESSAGES) throw badRequest(`A request can fetch at most ${MAX_MESSAGES} messages.`);
  if (num_before > 0 && num_after > 0 && !include_anchor)
    throw badRequest(
      "The parameter 'include_anchor' must be true if messages before and after the anchor are requested.",
    );
}

async function find(
  reader: Reader,
  search: Search | undefined,
  request: Request,
  wanted: Wanted,
): Promise<Range> {
  if (search === undefined) return wanted.kind === 'ids' ? NONE_FOUND : EMPTY_RANGE;
  if (wanted.kind === 'range')
    return rangeOf(reader, search, {
      anchor: wanted.anchor,
      numBefore: request.num_before,
      numAfter: request.num_after,
      includeAnchor: request.include_anchor,
    });
  const ids = [...new Set(wanted.ids)];
  return { ...NONE_FOUND, ids: await take(reader, planAmong(search, ids), 'newer', 0, ids.length) };
}

const NONE_FOUND: Range = { ...EMPTY_RANGE, foundOldest: false, foundNewest: false };
