import { applyEvent, type Message, type ServerEvent, type State } from '@parley/client';
import { applyBatch, type Held } from './apply-batch.ts';
import { createCell, type Cell } from '../cell.ts';
import { callEach, reportFault } from '../faults.ts';
import { changeMessage, namedIds } from './change-message.ts';
import type { MessageStore } from '../chat.ts';
import { messageCells } from './message-cells.ts';
import { asStale, type Span } from '../windows/span.ts';
import type { Batch } from './store.ts';

/** State and messages as the server told them, and as they are shown with pending changes. */
export type Model = {
  /** With pending changes. */
  readonly state: Cell<State>;
  readonly messages: MessageStore;
  readonly held: () => Held;
  readonly receive: (batch: Batch) => void;
  /** Calls back after every change of spans or batch. */
  readonly onChange: (listener: (batch: Batch | undefined) => void) => void;
  /** Collects events from now on, for a page that is being fetched. */
  readonly record: () => Recording;
  /** Adds fetched messages and changes a span, then applies events that arrived during the request. */
  readonly merge: (
    messages: readonly Message[],
    change: { readonly key: string; readonly span: Span } | undefined,
    missed: readonly ServerEvent[],
  ) => void;
  /** Puts a message that came without an event into the spans to which it belongs. */
  readonly insert: (message: Message, missed: readonly ServerEvent[]) => void;
  readonly putSpan: (key: string, span: Span | undefined) => void;
  /** Shows events that the server has not sent yet. */
  readonly showPending: (events: readonly ServerEvent[]) => PendingChange;
};

export type Recording = {
  /** Events since the start; undefined if a new snapshot came, so that the page must be fetched again. */
  readonly stop: () => readonly ServerEvent[] | undefined;
};

export type PendingChange = {
  /** Ends the change, whether the server's own event has come or the change was refused. */
  readonly end: () => void;
};

/** Id of events that the server has not sent. */
export const NO_EVENT_ID = -1;

export function createModel(first: State): Model {
  let base = first;
  let held: Held = { messages: new Map(), spans: new Map(), doubted: new Set() };
  let shown = new Map<number, Message>();
  const pending = new Set<readonly ServerEvent[]>();
  const recordings = new Set<{ events: ServerEvent[]; isBroken: boolean }>();
  const listeners: ((batch: Batch | undefined) => void)[] = [];
  const state = createCell(first);
  const { store, notify } = messageCells((id) => shown.get(id) ?? held.messages.get(id));

  const publish = (batch: Batch | undefined): void => {
    const events = [...pending].flat();
    shown = shownMessages(held.messages, events, base);
    state.set(events.reduce(applyEvent, base));
    callEach(listeners, batch);
    notify();
  };

  return {
    state,
    messages: store,
    held: () => held,
    receive: (batch) => {
      base = batch.state;
      if (batch.kind === 'snapshot') {
        for (const recording of recordings) recording.isBroken = true;
        held = allStale(held);
      } else {
        for (const recording of recordings) recording.events.push(...batch.events);
        held = heldAfter(held, batch.events, base);
      }
      publish(batch);
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    record: () => {
      const recording = { events: [] as ServerEvent[], isBroken: false };
      recordings.add(recording);
      return {
        stop: () => {
          recordings.delete(recording);
          return recording.isBroken ? undefined : recording.events;
        },
      };
    },
    merge: (fetched, change, missed) => {
      held = merged(held, fetched, change, missed, base);
      publish(undefined);
    },
    insert: (message, missed) => {
      const { flags, ...wire } = message;
      const event: ServerEvent = { id: NO_EVENT_ID, type: 'message', message: wire, flags };
      held = applyBatch(held, [event, ...missed], base);
      publish(undefined);
    },
    putSpan: (key, span) => {
      const spans = new Map(held.spans);
      if (span === undefined) spans.delete(key);
      else spans.set(key, span);
      const messages = span === undefined ? referenced(held.messages, spans) : held.messages;
      held = { ...held, messages, spans };
      publish(undefined);
    },
    showPending: (events) => {
      pending.add(events);
      publish(undefined);
      return {
        end: () => {
          if (pending.delete(events)) publish(undefined);
        },
      };
    },
  };
}

/** Messages and spans after events; if one cannot be applied, all windows are fetched again. */
function heldAfter(held: Held, events: readonly ServerEvent[], state: State): Held {
  try {
    return applyBatch(held, events, state);
  } catch (error) {
    reportFault(error);
    return allStale(held);
  }
}

function allStale({ messages, spans }: Held): Held {
  const stale = Array.from(spans, ([key, span]) => [key, asStale(span)] as const);
  return { messages, spans: new Map(stale), doubted: new Set(messages.keys()) };
}

function merged(
  held: Held,
  fetched: readonly Message[],
  change: { readonly key: string; readonly span: Span } | undefined,
  missed: readonly ServerEvent[],
  state: State,
): Held {
  const messages = new Map(held.messages);
  for (const message of fetched) messages.set(message.id, withMatch(message, held.messages.get(message.id)));
  const own = new Map(change === undefined ? [] : [[change.key, change.span]]);
  const doubted = new Set(held.doubted);
  for (const { id } of fetched) doubted.delete(id);
  const after = applyBatch({ messages, spans: own, doubted }, missed, state);
  return { ...after, spans: new Map([...held.spans, ...after.spans]) };
}

/** Pages of other narrows come without the words that a search has marked. */
function withMatch(message: Message, before: Message | undefined): Message {
  if (message.match_content !== undefined || before?.match_content === undefined) return message;
  return message.content === before.content
    ? { ...message, match_content: before.match_content, match_subject: before.match_subject ?? '' }
    : message;
}

function referenced(
  messages: ReadonlyMap<number, Message>,
  spans: ReadonlyMap<string, Span>,
): ReadonlyMap<number, Message> {
  const used = new Set([...spans.values()].flatMap(({ ids, unjudged }) => [...ids, ...unjudged]));
  return new Map([...messages].filter(([id]) => used.has(id)));
}

function shownMessages(
  messages: ReadonlyMap<number, Message>,
  events: readonly ServerEvent[],
  state: State,
): Map<number, Message> {
  const shown = new Map<number, Message>();
  for (const event of events)
    for (const id of namedIds(event) ?? []) {
      const message = shown.get(id) ?? messages.get(id);
      const after = message === undefined ? undefined : changeMessage(message, event, state);
      if (after !== undefined) shown.set(id, after);
    }
  return shown;
}
