import type { ServerEvent } from '@parley/client';
import { expect, test } from 'vitest';
import { withEvent } from './streamed-texts.ts';

function piece(from: number, content: string): ServerEvent {
  return { id: 0, type: 'message_piece', message_id: 7, from, content };
}

function update(streaming: boolean | undefined, content: string): ServerEvent {
  const told = { rendering_only: true, user_id: null, flags: [], edit_timestamp: 0, message_ids: [7] };
  const more = streaming === undefined ? {} : { streaming };
  return { id: 0, type: 'update_message', message_id: 7, ...told, content, ...more };
}

function textAfter(...events: readonly ServerEvent[]): string | undefined {
  return events.reduce(withEvent, new Map()).get(7);
}

test('pieces are joined, and one inside the text replaces what follows', () => {
  expect(textAfter(piece(0, '🔭 One'), piece(5, ' two'), piece(9, ' three'))).toBe('🔭 One two three');
  expect(textAfter(piece(0, '🔭 One'), piece(2, 'Two'))).toBe('🔭 Two');
});

test('a piece behind a missing one waits for the next update', () => {
  expect(textAfter(piece(4, 'two'))).toBeUndefined();
  expect(textAfter(piece(0, 'One'), piece(9, 'three'))).toBe('One');
  expect(textAfter(piece(0, 'One'), piece(9, 'x'), update(true, 'One two '), piece(8, 'three'))).toBe(
    'One two three',
  );
});

test('the text is forgotten when the message is complete or deleted', () => {
  expect(textAfter(piece(0, 'One'), update(false, 'One'))).toBeUndefined();
  expect(
    textAfter(piece(0, 'One'), { id: 0, type: 'delete_message', message_type: 'stream', message_ids: [7] }),
  ).toBeUndefined();
  expect(textAfter(piece(0, 'One'), update(undefined, 'One'))).toBe('One');
});
