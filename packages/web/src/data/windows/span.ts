import { ascending, holds, minus, plus, type Ids } from '@parley/client/sorted-ids.ts';
import type { Narrow } from '../narrow/narrow.ts';

/** A contiguous part of the messages of a narrow, as far as it is known. */
export type Span = {
  readonly narrow: Narrow;
  readonly ids: Ids;
  readonly foundOldest: boolean;
  readonly foundNewest: boolean;
  /** Ids inside the span that belong or may belong to it and whose messages must be fetched. */
  readonly missing: Ids;
  /** Ids of received messages that only the server can judge. */
  readonly unjudged: Ids;
  /** Ids in front of which messages may be missing that no event told of. */
  readonly loose: Ids;
  /** Changes were missed: everything must be fetched again. */
  readonly isStale: boolean;
};

/** More missing messages than this are not worth asking one by one. */
const MAX_MISSING_MESSAGES = 200;
/** Longer spans lose their far end, which is fetched again when it is needed. */
const MAX_SPAN_MESSAGES = 2_000;
const CUT_AT_ONCE = 200;

export type Page = { readonly ids: Ids; readonly foundOldest: boolean; readonly foundNewest: boolean };

export function emptySpan(narrow: Narrow): Span {
  return {
    narrow,
    ids: [],
    foundOldest: false,
    foundNewest: false,
    missing: [],
    unjudged: [],
    loose: [],
    isStale: false,
  };
}

/** A span that consists of one page. */
export function spanOf(narrow: Narrow, page: Page): Span {
  return { ...emptySpan(narrow), ...page };
}

/** Adds a page that ends where the span starts. */
export function withOlder(span: Span, page: Page): Span {
  const ids = ascending([...page.ids, ...span.ids]);
  const isCut = ids.length > MAX_SPAN_MESSAGES;
  return withinReach({
    ...span,
    ids: isCut ? ids.slice(0, MAX_SPAN_MESSAGES) : ids,
    foundOldest: page.foundOldest,
    foundNewest: span.foundNewest && !isCut,
  });
}

/** Adds a page that starts where the span ends. */
export function withNewer(span: Span, page: Page): Span {
  const ids = ascending([...span.ids, ...page.ids]);
  const isCut = ids.length > MAX_SPAN_MESSAGES;
  return withinReach({
    ...span,
    ids: isCut ? ids.slice(-MAX_SPAN_MESSAGES) : ids,
    foundOldest: span.foundOldest && !isCut,
    foundNewest: page.foundNewest,
  });
}

/** Whether an id lies where the span knows every message of its narrow. */
export function covers(span: Span, id: number): boolean {
  const [first] = span.ids;
  const last = span.ids.at(-1);
  if (first === undefined || last === undefined) return span.foundOldest && span.foundNewest;
  return (first <= id || span.foundOldest) && (id <= last || span.foundNewest);
}

/** Notes the judgment of one message. */
export function withVerdict(span: Span, id: number, verdict: boolean | undefined): Span {
  const unjudged = verdict === undefined ? plus(span.unjudged, [id]) : minus(span.unjudged, [id]);
  const missing = minus(span.missing, [id]);
  const ids = verdict === undefined ? span.ids : verdict ? plus(span.ids, [id]) : minus(span.ids, [id]);
  if (same(span, ids, missing, unjudged)) return span;
  return shortened({ ...span, ids, missing, unjudged });
}

/** A span that follows the newest messages for days loses its oldest ones. */
function shortened(span: Span): Span {
  return span.ids.length > MAX_SPAN_MESSAGES + CUT_AT_ONCE
    ? withinReach({ ...span, ids: span.ids.slice(-MAX_SPAN_MESSAGES), foundOldest: false })
    : span;
}

/** Forgets questions about messages that the span no longer covers. */
function withinReach(span: Span): Span {
  const isCovered = (id: number): boolean => covers(span, id);
  return { ...span, missing: span.missing.filter(isCovered), unjudged: span.unjudged.filter(isCovered) };
}

/** Notes messages that belong or may belong to the span and are not known. */
export function withMissing(span: Span, ids: Ids): Span {
  const missing = ids.reduce<Ids>(
    (all, id) => (covers(span, id) && !holds(span.ids, id) ? plus(all, [id]) : all),
    span.missing,
  );
  if (missing === span.missing) return span;
  return missing.length > MAX_MISSING_MESSAGES ? asStale(span) : { ...span, missing };
}

export function withoutMessages(span: Span, gone: ReadonlySet<number>): Span {
  const ids = without(span.ids, gone);
  const missing = without(span.missing, gone);
  const unjudged = without(span.unjudged, gone);
  return same(span, ids, missing, unjudged) ? span : { ...span, ids, missing, unjudged };
}

export function asStale(span: Span): Span {
  return span.isStale ? span : { ...span, isStale: true, missing: [], unjudged: [] };
}

/** A span after a change that events did not tell in full: messages that entered it may have unknown neighbors. */
export function withDoubt(before: Span, after: Span): Span {
  const entered = after.ids.filter((id) => !holds(before.ids, id));
  if (entered.length === 0) return after.missing.length === 0 ? after : asStale(after);
  const loose = entered.flatMap((id) => [id, after.ids.find((own) => own > id) ?? id]);
  return { ...asStale(after), loose: plus(after.loose, ascending(loose)) };
}

/** Messages in front of which something is missing. */
export function gapsIn({ ids, missing, loose }: Span): Ids {
  const gaps = [...missing.flatMap((id) => ids.find((own) => own > id) ?? []), ...loose];
  return gaps.length === 0 ? NO_IDS : [...new Set(gaps)];
}

export const NO_IDS: Ids = [];

function same(span: Span, ids: Ids, missing: Ids, unjudged: Ids): boolean {
  return ids === span.ids && missing === span.missing && unjudged === span.unjudged;
}

function without(ids: Ids, gone: ReadonlySet<number>): Ids {
  const left = ids.filter((id) => !gone.has(id));
  return left.length === ids.length ? ids : left;
}
