import { expect, test } from 'vitest';
import { decode } from '../decode.ts';
import type { Endpoint } from '../endpoint.ts';
import { getMessages } from './message-search.ts';
import { sendMessage } from './messages.ts';

function read(endpoint: Endpoint, fields: Record<string, string>) {
  return decode(endpoint.parameters, {}, new Map(Object.entries(fields)));
}

function send(to: string) {
  return read(sendMessage, { content: 'hi', type: 'channel', to });
}

function search(narrow: unknown) {
  return read(getMessages, { narrow: JSON.stringify(narrow) });
}

const refused = { ok: false, problem: { code: 'BAD_REQUEST' } };

test.each([
  ['general', 'general'],
  ['12', 12],
  ['"12"', '12'],
  ['["general"]', ['general']],
  ['[10,11]', [10, 11]],
  ['a@x.org,b@x.org', 'a@x.org,b@x.org'],
  ['[]', []],
  ['', ''],
])('a message goes to %s', (to, meant) => {
  expect(send(to)).toMatchObject({ ok: true, values: { to: meant } });
});

test.each(['{"id":1}', 'null', '1.5', '[1,"a@x.org"]', '[[1]]', 'true'])(
  'a message cannot go to %s',
  (to) => {
    expect(send(to)).toMatchObject(refused);
  },
);

test('the content is missed before the type, and the recipient is not', () => {
  expect(read(sendMessage, {})).toMatchObject({ problem: { extra: { var_name: 'content' } } });
  expect(read(sendMessage, { content: 'hi' })).toMatchObject({ problem: { extra: { var_name: 'type' } } });
  expect(read(sendMessage, { content: 'hi', type: 'channel' })).toMatchObject({ ok: true });
});

test.each([
  { operator: 'channel', operand: 5 },
  { operator: 'channel', operand: 'general', negated: true },
  { operator: 'dm', operand: [1, 2] },
  { operator: 'dm', operand: 'a@x.org,b@x.org' },
  { operator: 'with', operand: 7, later: 'dropped' },
  { operator: 'nope', operand: 'x' },
  ['channel', 'x'],
  ['channel', 5],
  ['dm', [1, 2]],
  ['nope', ''],
])('%j is a term of a search', (term) => {
  expect(search([term])).toMatchObject({ ok: true });
});

test.each([
  { operator: 'topic', operand: 5 },
  { operator: 'channel', operand: [5] },
  { operator: 'sender', operand: [5] },
  { operator: 'dm', operand: 5 },
  { operator: 'dm', operand: ['a@x.org'] },
  { operator: 'nope', operand: 5 },
  { operator: 'search', operand: '' },
  { operator: 'channel', operand: null },
  { operator: 'channel', operand: 1.5 },
  { operator: 'channel' },
  { operand: 'x' },
  { operator: 'is', operand: 'unread', negated: 1 },
  ['channel'],
  ['channel', [5]],
  ['topic', 5],
  ['search', ''],
  'channel',
  7,
  null,
])('%j is no term of a search', (term) => {
  expect(search([term])).toMatchObject(refused);
});

test('everything about a fetch can be left out', () => {
  expect(read(getMessages, {})).toEqual({
    ok: true,
    values: {
      allow_empty_topic_name: false,
      apply_markdown: true,
      client_gravatar: true,
      include_anchor: true,
      narrow: [],
      num_after: 0,
      num_before: 0,
      use_first_unread_anchor: false,
    },
    unused: [],
  });
});
