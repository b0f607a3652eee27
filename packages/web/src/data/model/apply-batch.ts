import { toMessage, type Message, type ServerEvent, type State } from '@parley/client';
import { changeMessage, deletedIds, destinationOf, namedIds, type EventOf } from './change-message.ts';
import { judge } from '../narrow/judge.ts';
import { isFollowed } from '../windows/followed.ts';
import {
  asStale,
  covers,
  withDoubt,
  withMissing,
  withoutMessages,
  withVerdict,
  type Span,
} from '../windows/span.ts';
import { mayEnter, isUnsettledBy } from '../windows/span-events.ts';

/** Messages and the spans of windows over them. Immutable. */
export type Held = {
  readonly messages: ReadonlyMap<number, Message>;
  readonly spans: ReadonlyMap<string, Span>;
  /** Messages whose changes were missed: the places that they name may be wrong. */
  readonly doubted: ReadonlySet<number>;
};

/** Messages and spans after a batch of events; `state` already contains the events. */
export function applyBatch(held: Held, events: readonly ServerEvent[], state: State): Held {
  const draft: Draft = { ...held, state };
  for (const event of events) apply(draft, event);
  return draft.messages === held.messages && draft.spans === held.spans
    ? held
    : { messages: draft.messages, spans: draft.spans, doubted: held.doubted };
}

/** Maps are copied at the first change and changed in place from then on. */
type Draft = {
  messages: ReadonlyMap<number, Message>;
  spans: ReadonlyMap<string, Span>;
  readonly doubted: ReadonlySet<number>;
  readonly state: State;
  ownMessages?: Map<number, Message>;
  ownSpans?: Map<string, Span>;
};

function ownMessages(draft: Draft): Map<number, Message> {
  draft.ownMessages ??= new Map(draft.messages);
  draft.messages = draft.ownMessages;
  return draft.ownMessages;
}

function ownSpans(draft: Draft): Map<string, Span> {
  draft.ownSpans ??= new Map(draft.spans);
  draft.spans = draft.ownSpans;
  return draft.ownSpans;
}

function apply(draft: Draft, event: ServerEvent): void {
  if (event.type === 'message') receive(draft, event);
  else {
    const concerned = changeMessages(draft, event);
    changeSpans(draft, (span) => spanAfter(span, draft, event, concerned));
  }
}

function receive(draft: Draft, event: EventOf<'message'>): void {
  const known = draft.messages.get(event.message.id);
  // A page that came before the event may have got flags of earlier events, such as those that name no messages.
  const message =
    known === undefined ? toMessage(event.message, event.flags) : { ...known, flags: event.flags };
  let isHeld = false;
  changeSpans(draft, (span) => {
    // A stale span without subscription still takes own messages, with doubt about their neighbors.
    if (!covers(span, message.id) || (span.isStale && isFollowed(span.narrow, draft.state))) return span;
    const verdict = judge(span.narrow, message, draft.state);
    isHeld ||= verdict !== false;
    return withVerdict(span, message.id, verdict);
  });
  if (isHeld || known !== undefined) ownMessages(draft).set(message.id, message);
}

/**
 * Changes messages in memory; the result are those that spans must judge: changed ones, and all that the event names.
 * A page may have brought a message in the form that the event gives it.
 */
function changeMessages(draft: Draft, event: ServerEvent): readonly Message[] {
  const named = namedIds(event);
  const ids = named ?? [...draft.messages.keys()];
  const concerned: Message[] = [];
  for (const id of ids) {
    const message = draft.messages.get(id);
    if (message === undefined) continue;
    const after = changeMessage(message, event, draft.state);
    if (after === undefined) {
      ownMessages(draft).delete(id);
      continue;
    }
    if (after !== message) ownMessages(draft).set(id, after);
    if (draft.doubted.has(id)) continue;
    if (after !== message || named !== undefined) concerned.push(after);
  }
  return concerned;
}

function spanAfter(span: Span, draft: Draft, event: ServerEvent, concerned: readonly Message[]): Span {
  if (span.isStale) return span;
  if (event.type === 'delete_message') return withoutMessages(span, new Set(deletedIds(event)));
  if (isUnsettledBy(span.narrow, event)) return asStale(span);
  if (event.type === 'update_message_flags' && event.flag === 'read') return span;
  const judged = concerned.reduce(
    (next, message) =>
      covers(next, message.id)
        ? withVerdict(next, message.id, judge(span.narrow, message, draft.state))
        : next,
    span,
  );
  const unknown = mayEnter(span.narrow, event, destinationIn(event), draft.state).filter(
    (id) => !draft.messages.has(id) || draft.doubted.has(id),
  );
  return unknown.length === 0 ? judged : withMissing(judged, unknown);
}

function destinationIn(event: ServerEvent) {
  return event.type === 'update_message' ? destinationOf(event) : undefined;
}

function changeSpans(draft: Draft, change: (span: Span) => Span): void {
  for (const [key, span] of draft.spans) {
    const after = change(span);
    if (after === span) continue;
    const isTold = after.ids === span.ids && after.missing === span.missing;
    const isSure = isTold || isFollowed(span.narrow, draft.state);
    ownSpans(draft).set(key, isSure ? after : withDoubt(span, after));
  }
}
