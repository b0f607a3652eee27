import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { createHold, deleteHold } from '@parley/contract/endpoints/holds.ts';
import {
  deleteMessage,
  deleteTopic,
  getMessageHistory,
  sendMessage,
  updateMessage,
} from '@parley/contract/endpoints/messages.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { getAttachments, removeAttachment } from '@parley/contract/endpoints/uploads.ts';
import { deactivateUser } from '@parley/contract/endpoints/users.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteUser } from '../../app/portability/delete-user.ts';
import { deleteDueRealms, deleteRealm } from '../../app/portability/delete-realm.ts';
import { sql } from '../../engine/db/sql.ts';
import { removeRequested } from '../messages/editing/remove-messages-of.ts';
import { deleteExpired } from '../messages/editing/retention.ts';
import { expireUnusedFiles } from '../uploads/expire.ts';
import { lockHolds } from './held.ts';

let server: TestServer;
let owner: TestUser;
let ada: TestUser;
let grace: TestUser;

beforeEach(async () => {
  server = await startTestServer();
  owner = await server.user({ role: 100 });
  ada = await server.user();
  grace = await server.user();
});
afterEach(() => server.stop());

async function hold(target: Omit<ArgumentsOf<typeof createHold>, 'reason'>): Promise<number> {
  return (await owner.connection.call(createHold, { reason: 'case 7', ...target })).id;
}

function release(hold_id: number) {
  return owner.connection.call(deleteHold, { hold_id });
}

async function direct(from: TestUser, to: TestUser): Promise<number> {
  return (await from.connection.call(sendMessage, { type: 'direct', to: [to.id], content: 'x' })).id;
}

async function left(): Promise<number[]> {
  const rows = await server.server.world.pool.all(sql<{ id: number }>`select m.id from message m
    join realm_user p on p.realm_id = m.realm_id and p.id = m.sender_id and p.bot_type is null order by m.id`);
  return rows.map(({ id }) => id);
}

async function expire(): Promise<void> {
  const { world } = server.server;
  await world.pool.all(sql`update message set sent_at = sent_at - interval '9 days'`);
  await owner.connection.call(updateRealm, { message_retention_days: 4 });
  await deleteExpired(world);
}

test('requests to delete, edit or move messages on hold are refused and say why', async () => {
  const from = await channelOf(server, 'From', [owner, ada, grace]);
  const to = await channelOf(server, 'To', [owner, ada, grace]);
  const other = await say(grace, from, 't');
  const held = await say(ada, from, 't');
  const later = await say(grace, from, 't');
  const id = await hold({ user_id: ada.id });
  const { connection } = owner;
  const attempts = [
    () => connection.call(deleteMessage, { message_id: held }),
    () => connection.call(deleteTopic, { stream_id: from, topic_name: 't' }),
    () => ada.connection.call(updateMessage, { message_id: held, content: 'other words' }),
    () => connection.call(updateMessage, { message_id: held, topic: 'u' }),
    () => connection.call(updateMessage, { message_id: held, stream_id: to }),
    () => connection.call(updateMessage, { message_id: other, topic: 'u', propagate_mode: 'change_later' }),
    () => connection.call(updateMessage, { message_id: later, topic: '✔ t', propagate_mode: 'change_all' }),
  ];
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(`Message ${held} is on hold`) as string,
    });
  expect(await left()).toEqual([other, held, later]);
  const { message_history: history } = await connection.call(getMessageHistory, { message_id: held });
  expect(history).toHaveLength(1);

  await connection.call(updateMessage, { message_id: later, topic: 'u' });
  await connection.call(deleteMessage, { message_id: other });
  await release(id);
  await connection.call(updateMessage, { message_id: held, topic: 'u' });
  await connection.call(deleteTopic, { stream_id: from, topic_name: 'u' });
  expect(await left()).toEqual([]);
});

test('retention passes over holds of users and channels, and deletes what was released', async () => {
  const usual = await channelOf(server, 'Usual', [ada, grace]);
  const kept = await channelOf(server, 'Kept', [ada, grace]);
  const gone = [await say(grace, usual, 't'), await direct(grace, owner)];
  const ofAda = [await say(ada, usual, 't'), await direct(grace, ada), await direct(ada, grace)];
  const inKept = [await say(grace, kept, 't')];
  const holds = [await hold({ user_id: ada.id }), await hold({ stream_id: kept })];
  const second = await hold({ stream_id: kept });
  await expire();
  expect(await left()).toEqual([...ofAda, ...inKept]);
  expect(await left()).not.toEqual(expect.arrayContaining(gone));
  for (const id of holds) await release(id);
  await deleteExpired(server.server.world);
  expect(await left()).toEqual(inKept);
  await release(second);
  await deleteExpired(server.server.world);
  expect(await left()).toEqual([]);
});

test('a file of a message on hold, or of a user on hold, is not deleted', async () => {
  const { world } = server.server;
  const channel = await channelOf(server, 'Files', [ada, grace]);
  const linked = await sendFiles(server, ada, '/user_uploads', [Buffer.from('linked')]);
  await say(ada, channel, 't', `[file](${String(linked.body['url'])})`);
  await sendFiles(server, grace, '/user_uploads', [Buffer.from('not linked')]);
  const files = async (user: TestUser) => (await user.connection.call(getAttachments)).attachments;
  const remove = async (user: TestUser) =>
    user.connection.call(removeAttachment, { attachment_id: (await files(user))[0]?.id ?? 0 });
  const ofChannel = await hold({ stream_id: channel });
  await expect(remove(ada)).rejects.toThrow('is on hold');
  const ofGrace = await hold({ user_id: grace.id });
  await expect(remove(grace)).rejects.toThrow(`User ${grace.id} is on hold`);
  await world.pool.all(sql`update attachment set unused_since = now() - interval '40 days'
    where unused_since is not null`);
  await expireUnusedFiles(world);
  expect(await files(grace)).toHaveLength(1);

  await release(ofGrace);
  await expireUnusedFiles(world);
  expect(await files(grace)).toHaveLength(0);
  await release(ofChannel);
  await remove(ada);
  expect(await files(ada)).toHaveLength(0);
});

test('users on hold are not deleted, and of others the messages on hold are deleted once they are released', async () => {
  const { world } = server.server;
  const channel = await channelOf(server, 'Kept', [ada, grace]);
  const inKept = await say(grace, channel, 't');
  const toAda = await direct(grace, ada);
  const toOwner = await direct(grace, owner);
  const holds = [await hold({ user_id: ada.id }), await hold({ stream_id: channel })];
  const rowOf = ({ id }: TestUser) => ({ realm_id: server.realmId, id });
  const options = { removesMessages: true };
  await expect(deleteUser(world, rowOf(ada), options)).rejects.toThrow(`User ${ada.id} is on hold`);
  await expect(
    owner.connection.call(deactivateUser, {
      user_id: ada.id,
      actions: { delete_public_channel_messages: true },
    }),
  ).rejects.toThrow(`User ${ada.id} is on hold`);
  expect(await deleteUser(world, rowOf(grace), options)).toMatchObject({ messages: 1 });
  await removeRequested(world);
  expect(await left()).toEqual([inKept, toAda]);
  expect(await left()).not.toContain(toOwner);
  for (const id of holds) await release(id);
  await removeRequested(world);
  expect(await left()).toEqual([]);
  expect(await world.pool.all(sql`select from message_removal`)).toEqual([]);
});

test('an organization is not deleted before its holds are released', async () => {
  const { world } = server.server;
  const id = await hold({ user_id: ada.id });
  await world.pool.all(sql`update realm set deactivated_at = now(), scheduled_deletion_at = now()`);
  await deleteDueRealms(world);
  expect(await deleteRealm(world, server.realmId)).toBeUndefined();
  await world.pool.all(sql`delete from hold where id = ${id}`);
  await deleteDueRealms(world);
  expect(await world.pool.all(sql`select from realm`)).toEqual([]);
});

test('a new hold waits for changes in progress', async () => {
  const { world } = server.server;
  const order: string[] = [];
  const placed = await world.write(server.realmId, async (tx) => {
    await lockHolds(tx);
    const placing = hold({ user_id: ada.id }).then(() => order.push('hold'));
    await expect
      .poll(() => world.pool.all(sql`select from pg_locks where locktype = 'advisory' and not granted`))
      .toHaveLength(1);
    order.push('change');
    return { placing };
  });
  await placed.placing;
  expect(order).toEqual(['change', 'hold']);
});
