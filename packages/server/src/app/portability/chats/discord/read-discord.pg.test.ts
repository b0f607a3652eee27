import path from 'node:path';
import { roles } from '@parley/contract/rights/roles.ts';
import { channelFile, told, writeDiscord } from '@parley/test-support/chat-archives/discord.ts';
import { openLab, type Lab } from '@parley/test-support/chat-archives/lab.ts';
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

test('an export of a Discord server becomes channels, topics and conversations', async () => {
  const directory = await writeDiscord(one());
  expect((await lab.check('discord', directory)).taken).toMatchObject({
    'messages in channels': 9,
    channels: 2,
  });
  expect((await lab.run('discord', directory)).report).toEqual({
    taken: {
      bots: 1,
      channels: 2,
      'custom emoji': 1,
      'direct conversations': 1,
      files: 1,
      groups: 1,
      messages: 10,
      people: 1,
      'people found by their address': 1,
      'private channels': 1,
      reactions: 3,
      subscriptions: 5,
    },
    notTaken: {
      'files that are only linked': 1,
      'messages that the archive has twice': 1,
      'notices of joins, names, calls and the like': 1,
      pins: 1,
    },
  });
  expect((await lab.outline(ada, term('channel', 'general'))).map((one) => one.slice(1))).toEqual([
    ['Release 3', 'Ada Here', expect.stringMatching(/^release 3 @Bob {2}admins 2025-11-18.*\nlog.txt$/)],
    ['general', 'Bob', 'in reply to this message\nthanks <@2001>, @Ada Here'.replace('<', '&lt;')],
    ['Release 3', 'Bob', 'in the thread'],
    ['general', 'CI', 'Build 7\nBranch: main'],
    ['general', 'Ada Here', 'see #general > general @ 💬 in #general'],
    ['general', 'Ada Here', 'b.txt'],
  ]);
  expect((await lab.outline(ada, term('channel', 'help'))).map((one) => one.slice(1))).toEqual([
    ['How?', 'Ada Here', 'a question in a forum'],
  ]);
  expect((await lab.outline(ada, term('is', 'dm'))).map((one) => one.slice(2))).toEqual([
    ['Bob', 'hi'],
    ['Ada Here', 'hello'],
  ]);
  const [first, second, , , , last] = await lab.read(ada, term('channel', 'general'));
  expect(first?.reactions.map(({ emoji_name }) => emoji_name).toSorted()).toEqual(['+1', 'heart', 'party']);
  expect(second?.content).toContain(`/near/${first?.id}"`);
  expect(last?.content).not.toContain('SECRET');
});

test('channels of the folder for private ones are for those who wrote in them', async () => {
  const bob = await lab.logIn('bob@example.com');
  expect(await lab.outline(bob, term('channel', 'staff')).catch(() => [])).toEqual([]);
  expect((await lab.outline(ada, term('channel', 'staff'))).map(([, , , text]) => text)).toEqual(['for few']);
});

test('a second run adds nothing, and one that was killed is continued', async () => {
  const before = await lab.count(
    'message',
    'realm_user',
    'channel',
    'reaction',
    'attachment',
    'custom_emoji',
  );
  expect((await lab.run('discord', one())).written).toBe(0);
  expect(
    await lab.count('message', 'realm_user', 'channel', 'reaction', 'attachment', 'custom_emoji'),
  ).toEqual(before);
  const messages = Array.from({ length: 1_300 }, (_, n) =>
    told(String(80_000 + n), 20_000 + n, 'ada', `number ${n}`),
  );
  const many = await writeDiscord(path.join(lab.directory, 'many'), {
    'Acme - Text - numbers [1008].json': channelFile({ id: '1008', name: 'numbers' }, messages),
  });
  await expect(lab.runKilled('discord', many, 3)).rejects.toThrow('killed');
  await lab.run('discord', many);
  expect(await lab.count('message')).toEqual([(before[0] ?? 0) + 1_300]);
});

test('a file that ends too early is taken as far as it goes', async () => {
  const file = JSON.stringify(
    channelFile({ id: '1020', name: 'half' }, [
      told('9001', 0, 'ada', 'whole'),
      told('9002', 1, 'ada', 'cut'),
    ]),
  );
  const cut = await writeDiscord(path.join(lab.directory, 'cut'), {
    'half.json': file.slice(0, file.indexOf('"9002"') + 20),
  });
  expect((await lab.run('discord', cut)).report.notTaken).toMatchObject({
    'ends of files that cannot be read': 1,
  });
  expect((await lab.outline(ada, term('channel', 'half'))).map(([, , , text]) => text)).toEqual(['whole']);
});
