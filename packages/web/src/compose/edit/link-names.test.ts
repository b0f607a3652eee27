import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { linkName } from './link-names.ts';

const ORIGIN = 'https://chat.example';
const channels = [
  { stream_id: 7, name: 'dome' },
  { stream_id: 8, name: 'a*b' },
];
const state = { user_id: 1, subscriptions: channels } as unknown as State;

test.each([
  ['#narrow/channel/7-dome/topic/mirror.20cover/near/1734', '#**dome>mirror cover@1734**'],
  ['#narrow/channel/7-dome/topic/mirror.20cover', '#**dome>mirror cover**'],
  ['#narrow/channel/7-dome/topic/', '#**dome>**'],
  ['#narrow/channel/7-dome', '#**dome**'],
  ['#topics/channel/7-dome', '#**dome**'],
])('the address %s gets the name %s', (hash, name) => {
  expect(linkName(state, ORIGIN, `${ORIGIN}/${hash}`)).toBe(name);
});

test.each([
  ['a place of another server', 'https://other.example/#narrow/channel/7-dome'],
  ['a page of the server', `${ORIGIN}/help/#narrow/channel/7-dome`],
  ['a direct conversation', `${ORIGIN}/#narrow/dm/7/near/12`],
  ['a channel that the user cannot see', `${ORIGIN}/#narrow/channel/99-x/topic/t`],
  ['a channel whose name ends the markup', `${ORIGIN}/#narrow/channel/8-a/topic/t`],
  ['a topic whose name ends the markup', `${ORIGIN}/#narrow/channel/7-dome/topic/a.2Ab`],
  ['words around an address', `see ${ORIGIN}/#narrow/channel/7-dome`],
])('%s has no name', (_, address) => {
  expect(linkName(state, ORIGIN, address)).toBeUndefined();
});
