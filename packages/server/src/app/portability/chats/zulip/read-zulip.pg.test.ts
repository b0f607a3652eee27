import path from 'node:path';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { getMessageHistory } from '@parley/contract/endpoints/messages.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { posted, subscribed, writeZulip, ZULIP_FILES } from '@parley/test-support/chat-archives/zulip.ts';
import { term } from '@parley/test-support/find-messages.ts';
import { openLab, type Lab } from '@parley/test-support/chat-archives/lab.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: Lab;
let ada: TestUser;

beforeAll(async () => {
  lab = await openLab();
  ada = await lab.server.user({ email: 'Ada@Example.com', fullName: 'Ada Here', role: roles.owner });
});
afterAll(() => lab.close());

test('a dry run counts what an import takes, and changes nothing', async () => {
  const file = await writeZulip(path.join(lab.directory, 'one.tar.gz'));
  const report = await lab.check('zulip', file);
  expect(report.taken).toMatchObject({
    'messages in channels': 7,
    'direct messages': 3,
    channels: 3,
    people: 5,
  });
  expect(await lab.count('message', 'channel', 'realm_user')).toEqual([0, 0, 3]);
});

test('an export of Zulip keeps topics, marks, reactions, files and settings', async () => {
  const done = await lab.run('zulip', path.join(lab.directory, 'one.tar.gz'));
  expect(done.report).toEqual({
    taken: {
      bots: 1,
      channels: 3,
      'custom emoji': 1,
      'direct conversations': 2,
      files: 1,
      groups: 2,
      messages: 10,
      people: 4,
      'people found by their address': 1,
      'people without an address': 2,
      'private channels': 1,
      reactions: 3,
      subscriptions: 5,
    },
    notTaken: {
      'files that are not in the archive': 1,
      linkifiers: 1,
      'messages of conversations that are not listed': 1,
      'reactions with an unknown emoji': 1,
    },
  });
  expect(await lab.outline(ada, term('channel', 'general'))).toEqual([
    [1763438400, 'release 3', 'Ada Here', 'see the log @Bob, @release'],
    [1763438410, '', 'Bob', 'in no topic: @**Ada|10**, #general > release 3 @ 💬'],
    [1763438420, 'release 3', 'Notification Bot', 'Ada Here renamed the channel'],
    [1763438430, 'release 3', 'CI', 'built, #news and #private channel'],
    [1763438490, 'release 3', 'Person 99', 'from nobody who is listed'],
  ]);
  expect(await lab.outline(ada, term('is', 'dm'))).toEqual([
    [1763438440, '', 'Bob', 'thanks for (file not in the archive: file.txt)'],
    [1763438450, '', 'Bob', 'an old direct message'],
    [1763438460, '', 'Gus', 'three of us'],
  ]);
  const [first] = await lab.read(ada, term('channel', 'general'));
  expect(first?.reactions.map(({ emoji_name }) => emoji_name)).toEqual(['+1']);
  expect(first?.flags).toEqual(['read', 'starred']);
  const link = (await lab.read(ada, term('channel', 'general')))[1]?.content;
  expect(link).toContain(`/near/${(await lab.read(ada, term('channel', 'general')))[3]?.id}"`);
  const { message_history } = await ada.connection.call(getMessageHistory, { message_id: first?.id ?? 0 });
  expect(message_history?.map(({ topic, content }) => [topic, content])).toMatchObject([
    ['release', 'see'],
    ['release', expect.stringContaining('the log')],
    ['release 3', expect.stringContaining('the log')],
  ]);
});

test('each person has their own marks, settings and history', async () => {
  const bob = await lab.logIn('bob@example.com');
  const state = await bob.connection.call(registerQueue, {});
  const general = await lab.read(bob, term('channel', 'general'));
  expect(general.map(({ flags }) => flags.includes('read'))).toEqual([false, true, true, true, true]);
  expect(general[0]?.flags).toContain('mentioned');
  expect(state.user_settings).toMatchObject({ twenty_four_hour_time: true });
  expect(state.user_topics).toMatchObject([{ topic_name: 'release 3', visibility_policy: 3 }]);
  const channel = state.subscriptions?.find(({ name }) => name === 'general');
  expect(channel).toMatchObject({ is_muted: true, color: '#fae589', description: 'all of *us*' });
  const board = await lab.outline(bob, term('channel', 'board'));
  expect(board.map(([, , , text]) => text)).toEqual(['a link: #general > release 3 @ 💬']);
  expect(state.unread_msgs?.streams.map(({ unread_message_ids }) => unread_message_ids.length)).toEqual([
    1, 1,
  ]);
  const gus = await lab.logIn('gus@example.com');
  expect((await gus.connection.call(registerQueue, {})).unread_msgs?.count).toBe(1);
  expect(await lab.read(gus, term('channel', 'board'))).toEqual([]);
});

test('a second run adds nothing, and a later export what is new', async () => {
  const before = await lab.count('message', 'realm_user', 'channel', 'reaction', 'attachment', 'user_group');
  expect((await lab.run('zulip', path.join(lab.directory, 'one.tar.gz'))).written).toBe(0);
  expect(await lab.count('message', 'realm_user', 'channel', 'reaction', 'attachment', 'user_group')).toEqual(
    before,
  );
  const later = await writeZulip(path.join(lab.directory, 'later.tar.gz'), {
    'messages-000003.json': { zerver_message: [posted(5020, 1_000, 11, 21, 'release 3', 'one more')] },
  });
  expect((await lab.run('zulip', later)).written).toBe(1);
  expect((await lab.outline(ada, term('channel', 'general'))).at(-1)?.[3]).toBe('one more');
});

test('an import that was killed is continued without doubles', async () => {
  const realm = ZULIP_FILES['realm.json'] as Record<string, readonly unknown[]>;
  const file = await writeZulip(path.join(lab.directory, 'many.tar.gz'), {
    'realm.json': {
      ...realm,
      zerver_stream: [{ id: 9, name: 'numbers', recipient: 29, invite_only: true }],
      zerver_recipient: [{ id: 29, type: 2, type_id: 9 }],
      zerver_subscription: [subscribed(1, 10, 29)],
    },
    'messages-000001.json': {
      zerver_message: Array.from({ length: 1_300 }, (_, n) =>
        posted(9_000 + n, n, 10, 29, 't', `number ${n}`),
      ),
      zerver_usermessage: Array.from({ length: 1_300 }, (_, n) => ({
        user_profile: 10,
        message: 9_000 + n,
        flags_mask: n % 2,
      })),
    },
    'messages-000002.json': undefined,
  });
  await expect(lab.runKilled('zulip', file, 4)).rejects.toThrow('killed');
  expect(await lab.outline(ada, term('channel', 'numbers')).catch(() => [])).toEqual([]);
  await lab.run('zulip', file);
  const numbers = await lab.read(ada, term('channel', 'numbers'));
  expect(numbers.slice(-3).map(({ flags }) => flags.includes('read'))).toEqual([true, false, true]);
  const state = await ada.connection.call(registerQueue, {});
  const unread = state.unread_msgs?.streams.find(({ topic }) => topic === 't')?.unread_message_ids;
  expect(unread).toHaveLength(650);
});
