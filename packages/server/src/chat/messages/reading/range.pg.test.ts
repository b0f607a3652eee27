import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import {
  getReadReceipts,
  updateMessageFlags,
  updateMessageFlagsForNarrow,
} from '@parley/contract/endpoints/message-flags.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { muteUser } from '@parley/contract/endpoints/muted-users.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ role: 100 });
  grace = await server.user();
});
afterAll(() => server.stop());

type Arguments = Partial<Parameters<typeof flagRange>[1]>;

function flagRange(
  { connection }: TestUser,
  given: {
    anchor: string;
    op: 'add' | 'remove';
    flag: string;
    num_before: number;
    num_after: number;
    include_anchor?: boolean;
    narrow: { operator: string; operand: string | number }[];
  },
) {
  return connection.call(
    updateMessageFlagsForNarrow,
    given as ArgumentsOf<typeof updateMessageFlagsForNarrow>,
  );
}

function range(who: TestUser, given: Arguments) {
  return flagRange(who, {
    anchor: 'oldest',
    op: 'add',
    flag: 'read',
    num_before: 0,
    num_after: 10,
    narrow: [],
    ...given,
  });
}

test('a repeated change of a range changes nothing', async () => {
  const channel = await channelOf(server, 'range', [ada, grace]);
  const ids = [];
  for (let n = 0; n < 6; n += 1) ids.push(await say(ada, channel, n % 2 === 0 ? 'even' : 'odd'));
  const [first = 0, second = 0, third = 0, , fifth = 0, last = 0] = ids;
  const narrow = [{ operator: 'channel', operand: 'range' }];
  const { who } = await heardBy({ who: grace }, ['update_message_flags'], () =>
    range(grace, { narrow: [...narrow, { operator: 'topic', operand: 'even' }] }),
  );
  expect(who).toMatchObject([{ op: 'add', flag: 'read', messages: [first, third, fifth] }]);
  const counts = {
    processed_count: 6,
    first_processed_id: first,
    last_processed_id: last,
    found_oldest: true,
    found_newest: true,
  };
  expect(await range(grace, { narrow })).toMatchObject({ ...counts, updated_count: 3 });
  expect(await range(grace, { narrow })).toMatchObject({ ...counts, updated_count: 0 });
  expect(
    await range(grace, { narrow, anchor: String(first), include_anchor: false, num_after: 1, op: 'remove' }),
  ).toMatchObject({ processed_count: 1, updated_count: 1, first_processed_id: second, found_newest: false });
  expect(await range(grace, { narrow, anchor: 'newest', num_before: 2 })).toMatchObject({
    processed_count: 2,
    last_processed_id: last,
    found_newest: true,
  });
});

test('starring messages that were not received makes them historical, and they cannot become unread', async () => {
  const channel = await channelOf(server, 'elsewhere', [ada]);
  const id = await say(ada, channel, 'x');
  const narrow = [{ operator: 'channel', operand: channel }];
  expect(await range(grace, { narrow, op: 'remove' })).toMatchObject({
    processed_count: 1,
    updated_count: 0,
    ignored_because_not_subscribed_channels: [channel],
  });
  expect(await range(grace, { narrow, flag: 'starred' })).toMatchObject({ updated_count: 1 });
  const { messages } = await grace.connection.call(getMessages, { message_ids: [id] });
  expect(messages[0]?.flags).toEqual(['read', 'starred', 'historical']);
});

test('a range over the limit is reduced, and invalid parameters are refused', async () => {
  expect(await range(grace, { num_before: 5000, num_after: 5000 })).toMatchObject({ result: 'success' });
  expect(await range(grace, { num_before: 10_000, num_after: 0, anchor: 'newest' })).toMatchObject({
    found_newest: true,
  });
  const refused = { status: 400, code: 'BAD_REQUEST' };
  await expect(range(grace, { include_anchor: false, num_before: 1, num_after: 1 })).rejects.toMatchObject(
    refused,
  );
  for (const bad of [
    { anchor: 'abc' },
    { anchor: 'date' },
    { flag: 'mentioned' },
    { flag: 'foo' },
    { num_before: -1 },
  ])
    await expect(range(grace, bad)).rejects.toMatchObject(refused);
  const unknown = [{ operator: 'nope', operand: 'x' }];
  await expect(range(grace, { narrow: unknown, flag: 'foo' })).rejects.toMatchObject({ code: 'BAD_NARROW' });
  const nobody = [{ operator: 'topic', operand: 'nobody was ever here' }];
  expect(await range(grace, { narrow: nobody })).toMatchObject({
    processed_count: 0,
    first_processed_id: null,
    last_processed_id: null,
    found_oldest: true,
    found_newest: true,
  });
});

test('read receipts list the readers who share them', async () => {
  const [linus, quiet, muted] = [await server.user(), await server.user(), await server.user()];
  const channel = await channelOf(server, 'receipts', [ada, grace, linus, quiet, muted]);
  const id = await say(ada, channel, 'x');
  const read = ({ connection }: TestUser) =>
    connection.call(updateMessageFlags, { op: 'add', flag: 'read', messages: [id] });
  const seen = async ({ connection }: TestUser, message_id = id) =>
    (await connection.call(getReadReceipts, { message_id })).user_ids;
  expect(await seen(grace)).toEqual([]);
  for (const one of [grace, quiet, muted]) await read(one);
  await quiet.connection.call(updateSettings, { send_read_receipts: false });
  expect(await seen(grace)).toEqual([grace.id, muted.id]);
  await grace.connection.call(muteUser, { muted_user_id: muted.id });
  expect(await seen(grace)).toEqual([grace.id]);
  expect(await seen(muted)).toEqual([muted.id]);
  expect(await seen(linus)).toEqual([grace.id, muted.id]);
  const { id: direct } = await grace.connection.call(sendMessage, {
    type: 'direct',
    to: [ada.id],
    content: 'psst',
  });
  expect(await seen(grace, direct)).toEqual([]);
  const refused = { status: 400, code: 'BAD_REQUEST' };
  await expect(seen(linus, direct)).rejects.toMatchObject(refused);
  await expect(seen(linus, 999_999)).rejects.toMatchObject(refused);
  await ada.connection.call(updateRealm, { enable_read_receipts: false });
  await expect(seen(grace)).rejects.toMatchObject(refused);
});
