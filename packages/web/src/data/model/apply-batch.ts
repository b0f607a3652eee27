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
};

/** Messages and spans after a batch of events; `state` already contains the events. */
export function applyBatch(held: Held, events: readonly ServerEvent[], state: State): Held {
  const draft: Draft = { messages: held.messages, spans: held.spans, state };
  for (const event of events) apply(draft, event);
  return draft.messages === held.messages && draft.spans === held.spans
    ? held
    : { messages: draft.messages, spans: draft.spans };
}

/** Maps are copied at the first change and changed in place from then on. */
type Draft = {
  messages: ReadonlyMap<number, Message>;
  spans: ReadonlyMap<string, Span>;
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
    const changed = changeMessages(draft, event);
    changeSpans(draft, (span) => spanAfter(span, draft, event, changed));
  }
}

function receive(draft: Draft, event: EventOf<'message'>): void {
  const message = draft.messages.get(event.message.id) ?? toMessage(event.message, event.flags);
  let isHeld = false;
  changeSpans(draft, (span) => {
    // A stale span without subscription still takes own messages, with doubt about their neighbors.
    if (!covers(span, message.id) || (span.isStale && isFollowed(span.narrow, draft.state))) return span;
    const verdict = judge(span.narrow, message, draft.state);
    isHeld ||= verdict !== false;
    return withVerdict(span, message.id, verdict);
  });
  if (isHeld && !draft.messages.has(message.id)) ownMessages(draft).set(message.id, message);
}

/** Changes messages in memory; the result are those that changed and still exist. */
function changeMessages(draft: Draft, event: ServerEvent): readonly Message[] {
  const ids = namedIds(event) ?? [...draft.messages.keys()];
  const changed: Message[] = [];
  for (const id of ids) {
    const message = draft.messages.get(id);
    if (message === undefined) continue;
    const after = changeMessage(message, event, draft.state);
    if (after === message) continue;
    if (after === undefined) ownMessages(draft).delete(id);
    else {
      ownMessages(draft).set(id, after);
      changed.push(after);
    }
  }
  return changed;
}

function spanAfter(span: Span, draft: Draft, event: ServerEvent, changed: readonly Message[]): Span {
  if (span.isStale) return span;
  if (event.type === 'delete_message') return withoutMessages(span, new Set(deletedIds(event)));
  if (isUnsettledBy(span.narrow, event)) return asStale(span);
  if (event.type === 'update_message_flags' && event.flag === 'read') return span;
  const judged = changed.reduce(
    (next, message) =>
      covers(next, message.id)
        ? withVerdict(next, message.id, judge(span.narrow, message, draft.state))
        : next,
    span,
  );
  const unknown = mayEnter(span.narrow, event, destinationIn(event), draft.state).filter(
    (id) => !draft.messages.has(id),
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
