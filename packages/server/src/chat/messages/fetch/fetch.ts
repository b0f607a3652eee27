import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { isPublicClient } from '@parley/contract/public-clients.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { ClientProgram } from '../../../http/client-name.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { followWith } from '../narrow/follow-with.ts';
import { parseNarrow } from '../narrow/parse.ts';
import { presentMessages, type SeenMessage, type Viewer } from '../present.ts';
import { anchorOf, type Anchor } from './anchor.ts';
import { matchesIn } from './matches.ts';
import { planAmong } from './plan.ts';
import { prepareSearch, type Search } from './search.ts';
import { NOTHING, rangeOf, type Range } from './select-range.ts';
import { take } from './take.ts';

type Request = ParametersOf<typeof getMessages>;

export type Fetched = { readonly messages: SeenMessage[]; readonly range: Range; readonly isById: boolean };

/** Messages in one answer. */
export const MOST_MESSAGES = 5000;

/** Messages around an anchor, or those with some ids, that match a search. */
export async function fetchMessages(
  reader: Reader,
  viewer: Viewer & { readonly client: Pick<ClientProgram, 'name'> },
  request: Request,
): Promise<Fetched> {
  const wanted = wantedOf(request);
  await keepWrittenOrder(reader);
  const narrow = await followWith(reader, viewer, request.narrow ?? []);
  refuseTooMuch(request, wanted);
  const search = await prepareSearch(reader, viewer, parseNarrow(narrow));
  const range = await find(reader, search, request, wanted);
  const shown = await presentMessages(reader, viewer, range.ids, {
    applyMarkdown: request.apply_markdown,
    clientGravatar: request.client_gravatar,
    allowEmptyTopicName: request.allow_empty_topic_name,
    isPublicClient: isPublicClient(viewer.client.name),
  });
  const matchOf = search?.text === undefined ? undefined : await matchesIn(reader, search.text, shown);
  const messages = shown.map((one) => ({ ...one.message, ...matchOf?.(one) }));
  return { messages, range, isById: wanted.kind === 'ids' };
}

/** The statements join in the order in which they should; looking for another takes longer than running them. */
function keepWrittenOrder(reader: Reader): Promise<unknown> {
  return reader.all(sql`select set_config('join_collapse_limit', '1', true)`);
}

type Wanted =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'range'; readonly anchor: Anchor };

function wantedOf(request: Request): Wanted {
  const { message_ids, anchor, anchor_date, num_before, num_after, use_first_unread_anchor } = request;
  if (message_ids != null) {
    if (anchor !== undefined || num_before > 0 || num_after > 0 || use_first_unread_anchor)
      throw badRequest('Ask either for ids or for a range around an anchor.', {
        parameters: 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor',
      });
    return { kind: 'ids', ids: message_ids };
  }
  if (use_first_unread_anchor) return { kind: 'range', anchor: { kind: 'first unread' } };
  if (anchor === undefined) throw badRequest('Say where to begin: the parameter `anchor` is missing.');
  return { kind: 'range', anchor: anchorOf(anchor, anchor_date) };
}

function refuseTooMuch({ num_before, num_after, include_anchor }: Request, wanted: Wanted): void {
  const count = wanted.kind === 'ids' ? wanted.ids.length : num_before + num_after;
  if (count > MOST_MESSAGES) throw badRequest(`There are at most ${MOST_MESSAGES} messages in an answer.`);
  if (num_before > 0 && num_after > 0 && !include_anchor)
    throw badRequest('An anchor with messages on both sides cannot be left out.');
}

async function find(
  reader: Reader,
  search: Search | undefined,
  request: Request,
  wanted: Wanted,
): Promise<Range> {
  if (search === undefined) return wanted.kind === 'ids' ? NONE_FOUND : NOTHING;
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

const NONE_FOUND: Range = { ...NOTHING, foundOldest: false, foundNewest: false };
