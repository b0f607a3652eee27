import { expect, test } from 'vitest';
import type { EventPayload } from '@parley/contract/events.ts';
import type { OutgoingEvent } from './outgoing-event.ts';
import { addPending, flagChangeOf } from './merge-flags.ts';

type FlagsEvent = Extract<EventPayload, { type: 'update_message_flags' }>;

function flagChange(
  id: number,
  op: 'add' | 'remove',
  flag: string,
  messages: number[],
  all = false,
): OutgoingEvent {
  const event: FlagsEvent = {
    type: 'update_message_flags',
    op,
    operation: op,
    flag,
    messages,
    all,
  } as FlagsEvent;
  return { id, json: JSON.stringify({ ...event, id }), flagChange: flagChangeOf(event) };
}

function heartbeat(id: number): OutgoingEvent {
  return { id, json: JSON.stringify({ type: 'heartbeat', id }) };
}

function pendingAfter(events: readonly OutgoingEvent[], lastIssued = 0): unknown[] {
  const pending: OutgoingEvent[] = [];
  for (const event of events) addPending(pending, [event], lastIssued);
  return pending.map(({ json, id }) => {
    const event = JSON.parse(json) as { id: number; op?: string; flag?: string; messages?: number[] };
    expect(event.id).toBe(id);
    return event.op === undefined ? id : [id, event.op, event.flag, event.messages];
  });
}

test('pending changes of one flag become one event with the id of the last', () => {
  expect(
    pendingAfter([
      flagChange(1, 'add', 'read', [7]),
      heartbeat(2),
      flagChange(3, 'add', 'read', [8, 7]),
      flagChange(4, 'add', 'starred', [7]),
      flagChange(5, 'add', 'read', [9]),
    ]),
  ).toEqual([2, [4, 'add', 'starred', [7]], [5, 'add', 'read', [7, 8, 9]]]);
});

test('a delivered change is not merged', () => {
  expect(
    pendingAfter(
      [
        flagChange(1, 'add', 'read', [7]),
        flagChange(2, 'add', 'read', [8]),
        flagChange(3, 'add', 'read', [9]),
      ],
      1,
    ),
  ).toEqual([
    [1, 'add', 'read', [7]],
    [3, 'add', 'read', [8, 9]],
  ]);
});

test('events that mark as unread are not merged, nor are changes with an opposite one between', () => {
  const events = [
    flagChange(1, 'remove', 'read', [7]),
    flagChange(2, 'remove', 'read', [8]),
    flagChange(3, 'add', 'read', [7]),
    flagChange(4, 'remove', 'read', [7]),
    flagChange(5, 'add', 'read', [8]),
  ];
  expect(pendingAfter(events)).toHaveLength(5);
  expect(
    pendingAfter([
      flagChange(1, 'add', 'starred', [7]),
      flagChange(2, 'remove', 'starred', [7]),
      flagChange(3, 'remove', 'starred', [8]),
      flagChange(4, 'add', 'starred', [9]),
    ]),
  ).toEqual([
    [1, 'add', 'starred', [7]],
    [3, 'remove', 'starred', [7, 8]],
    [4, 'add', 'starred', [9]],
  ]);
});

test('a flag change is not moved past a deletion', () => {
  const deletion: OutgoingEvent = { ...heartbeat(2), isDeletion: true };
  expect(
    pendingAfter([flagChange(1, 'add', 'starred', [7]), deletion, flagChange(3, 'add', 'starred', [8])]),
  ).toEqual([[1, 'add', 'starred', [7]], 2, [3, 'add', 'starred', [8]]]);
  expect(
    pendingAfter([flagChange(1, 'add', 'read', [7]), deletion, flagChange(3, 'add', 'read', [8])]),
  ).toHaveLength(2);
});

test('an event for all messages and a long event are not merged', () => {
  const long = Array.from({ length: 1000 }, (_, n) => n);
  expect(
    pendingAfter([flagChange(1, 'add', 'read', [], true), flagChange(2, 'add', 'read', [7])]),
  ).toHaveLength(2);
  expect(
    pendingAfter([flagChange(1, 'add', 'read', [7]), flagChange(2, 'add', 'read', [], true)]),
  ).toHaveLength(2);
  expect(pendingAfter([flagChange(1, 'add', 'read', long), flagChange(2, 'add', 'read', [7])])).toHaveLength(
    2,
  );
});
