import path from 'node:path';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { sql } from '../../../../engine/db/sql.ts';
import { deleteUser } from '../../delete-user.ts';
import { openLab, type Lab } from '@parley/test-support/chat-archives/lab.ts';
import { MATTERMOST_LINES, post, writeMattermost } from '@parley/test-support/chat-archives/mattermost.ts';
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

test('an export of Mattermost becomes channels, topics of threads and direct conversations', async () => {
  const file = await writeMattermost(one());
  expect((await lab.check('mattermost', file)).taken).toMatchObject({
    'messages in channels': 9,
    'direct messages': 3,
    threads: 1,
  });
  expect((await lab.run('mattermost', file)).report).toEqual({
    taken: {
      bots: 1,
      channels: 2,
      'custom emoji': 1,
      'direct conversations': 3,
      files: 1,
      messages: 11,
      people: 3,
      'people found by their address': 1,
      'people without an address': 2,
      'private channels': 1,
      reactions: 2,
      subscriptions: 4,
      threads: 1,
    },
    notTaken: {
      'files that are not in the archive': 1,
      'lists of people of direct conversations': 1,
      'messages that the archive has twice': 1,
      'notices of joins, names and the like': 1,
      pins: 1,
      'roles and schemes of permissions': 1,
    },
  });
  const thread = 'release 3 is out @bob L.. :smile: #Board · 2025-11-18';
  const town = await lab.outline(ada, term('channel', 'Town Square'));
  expect(town.filter(([, topic]) => topic === 'general').map(([, , who, text]) => [who, text])).toEqual([
    ['Builds', 'Build 7\nok'],
    ['Ada Here', expect.stringContaining('the same moment')],
    ['Ada Here', expect.stringContaining('the same moment')],
    ['Person ghost', 'from nobody who is listed'],
  ]);
  expect(town.slice(0, 3)).toEqual([
    [1763438400, thread, 'Ada Here', 'release 3 is out @bob L..  :smile: #Board'],
    [1763438401, thread, 'bob L.', 'log\nlog.txt\n(file not in the archive: file.txt)'],
    [1763438402, thread, 'CI', 'build 7 ok @ada'],
  ]);
  expect((await lab.outline(ada, term('is', 'dm'))).map(([, , who, text]) => [who, text])).toEqual([
    ['bob L.', 'thanks'],
    ['gus L.', 'three of us'],
    ['Ada Here', 'to whom?'],
  ]);
  const [first] = await lab.read(ada, term('channel', 'Town Square'));
  expect(first?.last_edit_timestamp).toBe(1763438410);
});

test('what people had read is read, and what they had not is unread', async () => {
  const [bob, gus] = await Promise.all(['bob@example.com', 'gus@example.com'].map((one) => lab.logIn(one)));
  const flags = async (user: TestUser | undefined) =>
    user === undefined
      ? []
      : (await lab.read(user, term('channel', 'Town Square'))).map(({ flags: all }) => all.includes('read'));
  expect(await flags(bob)).toEqual([true, false, false, false, false, false, false]);
  expect(await flags(gus)).toEqual([false, false, false, false, false, false, false]);
  expect(await flags(ada)).toEqual([true, true, true, true, true, true, true]);
  const state = await ada.connection.call(registerQueue, {});
  expect(state.unread_msgs?.pms.length).toBe(1);
  const own = await bob?.connection.call(registerQueue, {});
  expect(own?.subscriptions?.find(({ name }) => name === 'Town Square')).toMatchObject({ is_muted: true });
  expect((await bob?.connection.call(registerQueue, {}))?.unread_msgs?.pms).toEqual([]);
});

test('a second run adds nothing, and one with an edited and a new post adds the new one', async () => {
  const before = await lab.count('message', 'realm_user', 'channel', 'reaction', 'attachment');
  expect((await lab.run('mattermost', one())).written).toBe(0);
  expect(await lab.count('message', 'realm_user', 'channel', 'reaction', 'attachment')).toEqual(before);
  const later = await writeMattermost(path.join(lab.directory, 'later.zip'), [
    ...MATTERMOST_LINES,
    post('board', 5_000, 'ada', 'in private, edited', { edit_at: 1_763_448_400_000 }),
    post('board', 60_000, 'ada', 'new'),
  ]);
  expect((await lab.run('mattermost', later)).written).toBe(2);
});

test('an import that was killed is continued without doubles', async () => {
  const posts = Array.from({ length: 1_300 }, (_, n) => post('board', 100_000 + n, 'ada', `number ${n}`));
  const file = await writeMattermost(path.join(lab.directory, 'many.zip'), [...MATTERMOST_LINES, ...posts]);
  const [before = 0] = await lab.count('message');
  await expect(lab.runKilled('mattermost', file, 3)).rejects.toThrow('killed');
  await lab.run('mattermost', file);
  expect(await lab.count('message')).toEqual([before + 1_300]);
});

test('a person who is deleted has no name in the table of imports, and does not come back', async () => {
  const { world } = lab.server.server;
  const [bob] = await world.pool.all(sql<{ realm_id: number; id: number }>`
    select u.realm_id, u.id from realm_user u join imported i on i.realm_id = u.realm_id and i.kind = 'person' and i.id = u.id
    where i.source_id = 'bob'`);
  if (bob === undefined) throw new Error('There is no Bob.');
  await deleteUser(world, bob, { removesMessages: false });
  const before = await lab.count('message', 'realm_user');
  const rows = await world.pool.all(sql`select from imported where source_id ~ 'bob'`);
  expect(rows).toEqual([]);
  expect((await lab.run('mattermost', one())).written).toBe(0);
  expect(await lab.count('message', 'realm_user')).toEqual(before);
});
