import { expect, test } from 'vitest';
import { exampleState, exampleUser, ME, type StateParts } from '../../../../test/components/examples.ts';
import { botsOf, findBots, shortNameOf } from './bot-list.ts';

const weather = exampleUser(20, 'Weather', { is_bot: true, bot_type: 3, bot_owner_id: ME });
const orphan = exampleUser(21, 'Archive', { is_bot: true, bot_type: 1, bot_owner_id: 30 });
const other = exampleUser(22, 'Pipeline', { is_bot: true, bot_type: 2, bot_owner_id: 11 });
const former = exampleUser(30, 'Noor');

function state(parts: StateParts = {}) {
  return exampleState({
    is_admin: false,
    realm_users: [exampleUser(ME, 'Iris'), exampleUser(11, 'Bram'), weather, orphan, other],
    realm_non_active_users: [former],
    realm_bots: [
      {
        user_id: 20,
        services: [{ base_url: 'https://weather.example.org', interface: 2, token: 't' }],
        default_sending_stream: null,
        default_events_register_stream: null,
        default_all_public_streams: false,
      },
    ],
    ...parts,
  });
}

test('bots are listed by name, with owners and services', () => {
  const bots = botsOf(state());
  expect(bots.map(({ name, ownerName }) => [name, ownerName])).toEqual([
    ['Archive', 'Noor'],
    ['Pipeline', 'Bram'],
    ['Weather', 'Iris'],
  ]);
  expect(bots[2]?.service).toEqual({ kind: 'outgoing', url: 'https://weather.example.org', format: 2 });
});

test('owners manage their bots, and administrators all of them', () => {
  const managed = (isAdmin: boolean) =>
    botsOf(state({ is_admin: isAdmin })).map((bot) => [bot.name, bot.mayManage, bot.mayRedirect]);
  expect(managed(false)).toEqual([
    ['Archive', false, false],
    ['Pipeline', false, false],
    ['Weather', true, true],
  ]);
  expect(managed(true)).toEqual([
    ['Archive', true, true],
    ['Pipeline', true, false],
    ['Weather', true, true],
  ]);
});

test('a bot is found by its owner', () => {
  expect(findBots(botsOf(state()), 'bram').map(({ name }) => name)).toEqual(['Pipeline']);
});

test.each([
  ['Weather bot', 'weather'],
  ['Dome Ünit 7', 'dome-unit-7'],
  ['Bot', 'bot'],
  ['星', ''],
])('a bot called %s has the address %s', (name, short) => {
  expect(shortNameOf(name)).toBe(short);
});
