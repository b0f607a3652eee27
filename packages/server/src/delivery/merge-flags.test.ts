import { expect, test } from 'vitest';
import type { EventPayload } from '@parley/contract/events.ts';
import type { Outgoing } from './outgoing.ts';
import { addPending, flaggingOf } from './merge-flags.ts';

type FlagsEvent = Extract<EventPayload, { type: 'update_message_flags' }>;

function flags(id: number, op: 'add' | 'remove', flag: string, messages: number[], all = false): Outgoing {
  const event: FlagsEvent = {
    type: 'update_message_flags',
    op,
    operation: op,
    flag,
    messages,
    all,
  } as FlagsEvent;
  return { id, json: JSON.stringify({ ...event, id }), flagging: flaggingOf(event) };
}

function other(id: number): Outgoing {
  return { id, json: JSON.stringify({ type: 'heartbeat', id }) };
}

function waiting(events: readonly Outgoing[], lastIssued = 0): unknown[] {
  const pending: Outgoing[] = [];
  for (const event of events) addPending(pending, [event], lastIssued);
  return pending.map(({ json, id }) => {
    const event = JSON.parse(json) as { id: number; op?: string; flag?: string; messages?: number[] };
    expect(event.id).toBe(id);
    return event.op === undefined ? id : [id, event.op, event.flag, event.messages];
  });
}

test('changes of one flag that wait become one event with the id of the last', () => {
  expect(
    waiting([
      flags(1, 'add', 'read', [7]),
      other(2),
      flags(3, 'add', 'read', [8, 7]),
      flags(4, 'add', 'starred', [7]),
      flags(5, 'add', 'read', [9]),
    ]),
  ).toEqual([2, [4, 'add', 'starred', [7]], [5, 'add', 'read', [7, 8, 9]]]);
});

test('what was delivered stays as it is', () => {
  expect(
    waiting([flags(1, 'add', 'read', [7]), flags(2, 'add', 'read', [8]), flags(3, 'add', 'read', [9])], 1),
  ).toEqual([
    [1, 'add', 'read', [7]],
    [3, 'add', 'read', [8, 9]],
  ]);
});

test('messages that became unread stay apart, and nothing passes a change the other way', () => {
  const events = [
    flags(1, 'remove', 'read', [7]),
    flags(2, 'remove', 'read', [8]),
    flags(3, 'add', 'read', [7]),
    flags(4, 'remove', 'read', [7]),
    flags(5, 'add', 'read', [8]),
  ];
  expect(waiting(events)).toHaveLength(5);
  expect(
    waiting([
      flags(1, 'add', 'starred', [7]),
      flags(2, 'remove', 'starred', [7]),
      flags(3, 'remove', 'starred', [8]),
      flags(4, 'add', 'starred', [9]),
    ]),
  ).toEqual([
    [1, 'add', 'starred', [7]],
    [3, 'remove', 'starred', [7, 8]],
    [4, 'add', 'starred', [9]],
  ]);
});

test('a mark does not pass a deletion', () => {
  const deletion: Outgoing = { ...other(2), isDeletion: true };
  expect(waiting([flags(1, 'add', 'starred', [7]), deletion, flags(3, 'add', 'starred', [8])])).toEqual([
    [1, 'add', 'starred', [7]],
    2,
    [3, 'add', 'starred', [8]],
  ]);
  expect(waiting([flags(1, 'add', 'read', [7]), deletion, flags(3, 'add', 'read', [8])])).toHaveLength(2);
});

test('an event for everything, and a long one, stay as they are', () => {
  const long = Array.from({ length: 1000 }, (_, n) => n);
  expect(waiting([flags(1, 'add', 'read', [], true), flags(2, 'add', 'read', [7])])).toHaveLength(2);
  expect(waiting([flags(1, 'add', 'read', [7]), flags(2, 'add', 'read', [], true)])).toHaveLength(2);
  expect(waiting([flags(1, 'add', 'read', long), flags(2, 'add', 'read', [7])])).toHaveLength(2);
});
