import path from 'node:path';
import { roles } from '@parley/contract/rights/roles.ts';
import { openLab, type Lab } from '@parley/test-support/chat-archives/lab.ts';
import { ROCKETCHAT, writeRocketChat, wrote } from '@parley/test-support/chat-archives/rocketchat.ts';
import { term } from '@parley/test-support/find-messages.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: Lab;
let ada: TestUser;

beforeAll(async () => {
  lab = await openLab();
  ada = await lab.server.user({ email: 'ada@example.com', fullName: 'Ada Here', role: roles.owner });
});
afterAll(() => lab.close());

const one = () => path.join(lab.directory, 'one');

test('a dump of Rocket.Chat becomes channels, topics and conversations', async () => {
  const directory = await writeRocketChat(one());
  expect((await lab.check('rocketchat', directory)).taken).toMatchObject({
    'direct messages': 2,
    threads: 1,
  });
  expect((await lab.run('rocketchat', directory)).report).toEqual({
    taken: {
      bots: 1,
      channels: 2,
      'custom emoji': 2,
      'direct conversations': 1,
      files: 1,
      messages: 9,
      people: 3,
      'people found by their address': 1,
      'people without an address': 2,
      'private channels': 1,
      reactions: 2,
      subscriptions: 3,
      threads: 1,
    },
    notTaken: {
      'earlier versions and deleted messages': 1,
      'encrypted messages': 1,
      'files that are not in the archive': 1,
      'messages of rooms that are not taken': 2,
      'notices of joins, names, calls and the like': 1,
      pins: 1,
      'rooms of other kinds': 1,
    },
  });
  const thread = 'Release 3 is out @Bob, #general. :tada: · 2025-11-18';
  const general = await lab.outline(ada, term('channel', 'general'));
  expect(general.map((row) => row.slice(1))).toEqual([
    [thread, 'Ada Here', 'Release 3 is out @Bob, #general.  :tada:'],
    [thread, 'Bob', 'a log\nlog.txt\n(file not in the archive: gone.txt)'],
    ['general', 'Bob', 'ada wrote:\nRelease 3\n\nI agree @ada'],
    ['general', 'Builds', 'built\n\nBuild 7\nok'],
    ['Release plan', 'Ada Here', 'a plan'],
    ['general', 'ghost', 'from nobody who is listed'],
  ]);
  expect((await lab.outline(ada, term('is', 'dm'))).map((row) => row.slice(2))).toEqual([
    ['Bob', 'thanks'],
    ['Ada Here', 'in the other room of us'],
  ]);
  const [first, , quote] = await lab.read(ada, term('channel', 'general'));
  expect(quote?.content).toContain(`/near/${first?.id}"`);
  expect(first?.reactions.map(({ emoji_name }) => emoji_name).toSorted()).toEqual(['+1', 'yay']);
  const [log] = await lab.read(ada, term('search', 'log.txt'));
  const link = /\/user_uploads\/[^"]+/.exec(log?.content ?? '')?.[0] ?? '';
  expect(link).toContain('log.txt');
});

test('marks of people come along', async () => {
  const bob = await lab.logIn('bob@example.com');
  const general = await lab.read(bob, term('channel', 'general'));
  expect(general.map(({ flags }) => flags.includes('read'))).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(general[0]?.flags).toContain('starred');
  expect((await lab.read(ada, term('is', 'dm'))).map(({ flags }) => flags.includes('read'))).toEqual([
    false,
    false,
  ]);
});

test('a second run adds nothing, also of a packed dump, and one that was killed is continued', async () => {
  const before = await lab.count(
    'message',
    'realm_user',
    'channel',
    'reaction',
    'attachment',
    'custom_emoji',
  );
  const packed = await writeRocketChat(path.join(lab.directory, 'packed'), {}, true);
  expect((await lab.run('rocketchat', packed)).written).toBe(0);
  expect(
    await lab.count('message', 'realm_user', 'channel', 'reaction', 'attachment', 'custom_emoji'),
  ).toEqual(before);
  const many = await writeRocketChat(path.join(lab.directory, 'many'), {
    rocketchat_message: [
      ...(ROCKETCHAT['rocketchat_message'] ?? []),
      ...Array.from({ length: 1_300 }, (_, n) => wrote(`n${n}`, 'board', 20_000 + n, 'ada', `number ${n}`)),
    ],
  });
  await expect(lab.runKilled('rocketchat', many, 3)).rejects.toThrow('killed');
  await lab.run('rocketchat', many);
  expect(await lab.count('message')).toEqual([(before[0] ?? 0) + 1_300]);
});
