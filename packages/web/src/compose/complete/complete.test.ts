import { processorMs } from '@parley/test-support/processor-time.ts';
import { describe, expect, test } from 'vitest';
import { fold } from '../../words/fold.ts';
import { matchName } from './matching.ts';
import { rankChannels } from './rank-channels.ts';
import { rankTopics } from './rank-topics.ts';
import { rankUsers, type RankedUser, type UserRanking } from './rank-users.ts';
import { findTrigger } from './trigger.ts';
import { suggestCommands, suggestLanguages } from './words.ts';

test.each([
  ['hello @', { kind: 'user', query: '', start: 6, isSilent: false }],
  ['@Bra', { kind: 'user', query: 'Bra', start: 0, isSilent: false }],
  ['(@Bram Ok', { kind: 'user', query: 'Bram Ok', start: 1, isSilent: false }],
  ['cc @_Ch', { kind: 'user', query: 'Ch', start: 3, isSilent: true }],
  ['@**Da', { kind: 'user', query: 'Da', start: 0, isSilent: false }],
  ['see #do', { kind: 'channel', query: 'do', start: 4 }],
  ['#**night p', { kind: 'channel', query: 'night p', start: 0 }],
  ['in #dome>mir', { kind: 'topic', query: 'mir', channel: 'dome', start: 3 }],
  ['#**dome>', { kind: 'topic', query: '', channel: 'dome', start: 0 }],
  ['nice :tad', { kind: 'emoji', query: 'tad', start: 5 }],
  ['```t', { kind: 'language', query: 't', start: 3, fence: '```' }],
  ['text\n~~~~py', { kind: 'language', query: 'py', start: 9, fence: '~~~~' }],
  ['/po', { kind: 'command', query: 'po', start: 0 }],
])('%j is a trigger', (before, trigger) => {
  expect(findTrigger(before)).toEqual(trigger);
});

test.each([
  'plain text',
  'mail@example.org',
  '@ Bram',
  '@**Bram Okafor** ',
  '# Heading',
  'C#',
  '#**dome** ',
  'at 10:30',
  'smile :)',
  ':a',
  'a /po',
  '```ts\n@Bra',
  'code `@Bra',
  '```ts\nx\n``` ',
])('%j is no trigger', (before) => {
  expect(findTrigger(before)).toBeUndefined();
});

test('a name behind a closed code block is a trigger', () => {
  expect(findTrigger('```ts\nx\n```\n@Br')?.kind).toBe('user');
});

test.each([
  ['Zoë', 'zoe'],
  ['Łukasz ÅSA', 'łukasz asa'],
  ['Straße', 'straße'],
  ['نور', 'نور'],
])('%j is compared as %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(text)).toHaveLength(text.length);
});

test.each([
  ['bram okafor', 'bram', 'prefix', [[0, 4]]],
  ['bram okafor', 'oka', 'word', [[5, 8]]],
  [
    'bram okafor',
    'br ok',
    'word',
    [
      [0, 2],
      [5, 7],
    ],
  ],
  ['nour ibrahim', 'bra', 'inside', [[6, 9]]],
  ['dome', 'dome', 'exact', [[0, 4]]],
  ['anna-bella', 'bell', 'word', [[5, 9]]],
])('%j with %j matches as %s', (name, query, kind, marks) => {
  expect(matchName(name, query)).toEqual({ kind, marks });
});

function user(id: number, name: string, more: Partial<RankedUser> = {}): RankedUser {
  return {
    user_id: id,
    full_name: name,
    email: `u${id}@example.org`,
    delivery_email: null,
    is_bot: false,
    ...more,
  };
}

const ranking: UserRanking = {
  selfId: 1,
  inConversation: new Map([[3, 90]]),
  recent: new Map([[5, 80]]),
  subscriberIds: new Set([1, 2, 3, 4, 5]),
  mutedIds: new Set([4]),
};

describe('users', () => {
  const users = [
    user(1, 'Brita Self'),
    user(2, 'Bran Stark'),
    user(3, 'Okafor Bram'),
    user(4, 'Bramble Muted'),
    user(5, 'Brant Recent'),
    user(6, 'Brad Outside'),
    user(7, 'Nour Ibrahim'),
    user(8, 'Bramine', { is_bot: true }),
    user(9, 'Hidden', { delivery_email: 'brackett@example.org' }),
  ];
  test('users of the topic come first, then members by recency, outsiders, muted, inside matches, addresses', () => {
    const found = rankUsers(users, 'br', ranking, 20).map(({ user: { user_id: id } }) => id);
    expect(found).toEqual([3, 5, 2, 1, 6, 8, 4, 7, 9]);
  });
  test('an empty query lists users of the topic first', () => {
    expect(rankUsers(users, '', ranking, 2).map(({ user: { user_id: id } }) => id)).toEqual([3, 5]);
  });
  test('accents and case do not matter', () => {
    expect(rankUsers([user(20, 'Zoë Müller')], 'ZOE mu', ranking, 5)).toHaveLength(1);
  });
  test('10,000 users are ranked with little work', () => {
    const many = Array.from({ length: 10_000 }, (_, id) =>
      user(id, `${NAMES[id % 7]} ${NAMES[(id * 3) % 5]} ${id}`),
    );
    for (let warm = 0; warm < 5; warm += 1) rankUsers(many, '', ranking, 8);
    const times = ['', 'b', 'br', 'bram', 'an', 'br ok', 'zzz'].map((query) => {
      const runs = Array.from({ length: 9 }, () =>
        processorMs(() => {
          rankUsers(many, query, ranking, 8);
        }),
      );
      return Math.min(...runs);
    });
    expect(Math.max(...times)).toBeLessThan(200);
  });
});

const NAMES = ['Bram', 'Okafor', 'Anna', 'Ibrahim', 'Zoë', 'Chen', 'Dara'];

describe('topics', () => {
  const topics = [
    { name: 'mirror cover', maxId: 50 },
    { name: '✔ mirror washing', maxId: 90 },
    { name: 'night plan', maxId: 99 },
    { name: 'calibration of the mirrors', maxId: 40 },
    { name: '', maxId: 10 },
  ];
  const names = (query: string): string[] => rankTopics(topics, query, 5).map(({ topic: { name } }) => name);

  test('without a query the newest topics come first', () => {
    expect(names('')).toEqual([
      'night plan',
      '✔ mirror washing',
      'mirror cover',
      'calibration of the mirrors',
      '',
    ]);
  });
  test('topics that start with the query come first, whether resolved or not', () => {
    expect(names('mirr')).toEqual(['✔ mirror washing', 'mirror cover', 'calibration of the mirrors']);
  });
  test('topics that share a word with a new name are offered as similar', () => {
    const found = rankTopics(topics, 'mirror lid', 5);
    expect(found.map(({ topic, isSimilar }) => [topic.name, isSimilar])).toEqual([
      ['✔ mirror washing', true],
      ['mirror cover', true],
      ['calibration of the mirrors', true],
    ]);
    expect(found[1]?.marks).toEqual([[0, 6]]);
  });
  test('a misspelled word finds its topic', () => {
    expect(names('calibraton')).toEqual(['calibration of the mirrors']);
  });
  test('short words make no topic similar', () => {
    expect(names('the new')).toEqual([]);
  });
});

test('channels that start with the query come first, subscribed ones before others', () => {
  const channel = (id: number, name: string) => ({ stream_id: id, name, is_recently_active: true });
  const channels = [
    channel(1, 'open dome'),
    channel(2, 'dome plans'),
    channel(3, 'dome'),
    channel(4, 'domestic'),
  ];
  const found = rankChannels(channels, 'dome', ({ stream_id: id }) => id !== 2, 9);
  expect(found.map(({ channel: { stream_id: id } }) => id)).toEqual([3, 4, 2, 1]);
});

test('a language brings its closing fence, with the caret between both', () => {
  const [first] = suggestLanguages('typ', '```');
  expect(first).toMatchObject({ title: 'typescript', insert: 'typescript\n\n```', caretBack: 4 });
});

test('commands are found by their beginning', () => {
  expect(suggestCommands('', everything).map(({ title }) => title)).toEqual(['/me', '/poll', '/todo']);
  expect(suggestCommands('po', nothing).map(({ insert }) => insert)).toEqual(['/poll ']);
});

test('an action of the palette that is possible here is found by its id and by its name', () => {
  const isResolve = (id: string) => id === 'resolve';
  expect(suggestCommands('reso', isResolve).map(({ title, runs }) => [title, runs])).toEqual([
    ['/resolve', 'resolve'],
  ]);
  expect(suggestCommands('reopen', isResolve).map(({ title }) => title)).toEqual(['/resolve']);
  expect(suggestCommands('reso', nothing)).toEqual([]);
  expect(suggestCommands('bold', everything)).toEqual([]);
});

function everything(): boolean {
  return true;
}

function nothing(): boolean {
  return false;
}
