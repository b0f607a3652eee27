import path from 'node:path';
import { roles } from '@parley/contract/rights/roles.ts';
import { openLab, type Lab } from '@parley/test-support/chat-archives/lab.ts';
import {
  sent,
  TEAM_MESSAGES,
  TEAMS_FILES,
  TEAMS_PEOPLE,
  writeTeams,
} from '@parley/test-support/chat-archives/teams.ts';
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

const one = () => path.join(lab.directory, 'one.zip');

test('an export of Teams becomes channels, topics of posts and conversations', async () => {
  const file = await writeTeams(one());
  expect((await lab.check('teams', file)).taken).toMatchObject({ 'private channels': 1, people: 3 });
  expect((await lab.run('teams', file)).report).toEqual({
    taken: {
      channels: 1,
      'direct conversations': 2,
      messages: 8,
      people: 2,
      'people found by their address': 1,
      'people without an address': 2,
      'private channels': 1,
      reactions: 2,
      subscriptions: 3,
      threads: 5,
    },
    notTaken: {
      'deleted messages': 1,
      'files that are only linked': 1,
      'messages that the archive has twice': 3,
      'notices of joins, names, calls and the like': 1,
    },
  });
  const general = await lab.outline(ada, term('channel', 'Acme'));
  expect(general.map((row) => row.slice(1))).toEqual([
    ['Release 3 · 2025-11-18', 'Ada Here', 'Release 3\nout now\n\na\nb\nlog (1).txt'],
    ['Release 3 · 2025-11-18', 'Bob K.', 'thanks @Ada Here & all'.replace('&', '&amp;')],
    [expect.stringContaining('see'), 'Bob K.', 'see this'],
    [expect.stringContaining('built'), 'Builds', 'built'],
    [expect.stringContaining('from somebody'), 'Former', 'from somebody who left'],
  ]);
  expect((await lab.outline(ada, term('is', 'dm'))).map((row) => row.slice(2))).toEqual([
    ['Bob K.', 'hi'],
    ['Ada Here', 'let a = 1;'],
  ]);
  const [first, second, third] = await lab.read(ada, term('channel', 'Acme'));
  expect(second?.reactions.map(({ emoji_name }) => emoji_name).toSorted()).toEqual(['+1', 'heart']);
  expect(third?.content).toContain(`/near/${first?.id}"`);
  expect(first?.last_edit_timestamp).toBe(1763438410);
});

test('private channels are for those who wrote in them', async () => {
  const bob = await lab.logIn('bob@example.com');
  expect(await lab.outline(bob, term('channel', 'Closed')).catch(() => [])).toEqual([]);
  expect((await lab.outline(ada, term('channel', 'Closed'))).map(([, , , text]) => text)).toEqual([
    'for few',
  ]);
});

test('a second run adds nothing, and one that was killed is continued', async () => {
  const before = await lab.count('message', 'realm_user', 'channel', 'reaction');
  expect((await lab.run('teams', one())).written).toBe(0);
  expect(await lab.count('message', 'realm_user', 'channel', 'reaction')).toEqual(before);
  const messages = Array.from({ length: 1_300 }, (_, n) =>
    sent(200_000 + n, TEAMS_PEOPLE.ada, `<p>number ${n}</p>`, { ReplyToId: '1763438400000' }),
  );
  const many = await writeTeams(path.join(lab.directory, 'many.zip'), {
    [TEAM_MESSAGES]: [...(TEAMS_FILES[TEAM_MESSAGES] as unknown[]), ...messages],
  });
  await expect(lab.runKilled('teams', many, 3)).rejects.toThrow('killed');
  await lab.run('teams', many);
  expect(await lab.count('message')).toEqual([(before[0] ?? 0) + 1_300]);
});
