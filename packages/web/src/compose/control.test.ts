import type { ChannelMessage, State } from '@parley/client';
import { expect, test } from 'vitest';
import { createComposeControl, type ShownBox } from './control.ts';
import { quoteText } from './insert.ts';

function box(key: string | undefined, log: string[]): ShownBox {
  return {
    key,
    focus: () => void log.push(`${key} focus`),
    insert: (text, isBlock) => void log.push(`${key} ${isBlock === true ? 'block' : 'word'} ${text}`),
  };
}

test('a text for the conversation on the screen is inserted at once', () => {
  const log: string[] = [];
  const control = createComposeControl();
  control.show(box('topic:1:a', log));
  control.insert('topic:1:a', 'quote', true);
  expect(log).toEqual(['topic:1:a block quote']);
});

test('a text for another conversation waits for its box and never reaches a foreign one', () => {
  const log: string[] = [];
  const control = createComposeControl();
  const hide = control.show(box(undefined, log));
  control.insert('topic:1:b', 'quote');
  hide();
  control.show(box('topic:1:a', log));
  expect(log).toEqual([]);
  control.show(box('topic:1:b', log));
  control.show(box('topic:1:b', log));
  expect(log).toEqual(['topic:1:b word quote']);
});

const user = (id: number) => ({ user_id: id, full_name: 'Bram Okafor' });
const message = { id: 42, sender: { id: 7, name: 'Bram Okafor', email: '' } } as ChannelMessage;

test('a quote has a fence longer than those in the text and tells users of one name apart', () => {
  const state = { realm_users: [user(7), user(8)] } as State;
  expect(quoteText(state, message, 'see\n````ts\nx\n````', 'https://a.example/#near')).toBe(
    '@_**Bram Okafor|7** [said](https://a.example/#near):\n`````quote\nsee\n````ts\nx\n````\n`````',
  );
});
