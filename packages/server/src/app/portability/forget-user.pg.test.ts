import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { applyEvent } from '@parley/client/apply-event.ts';
import type { State } from '@parley/client/state.ts';
import { addAlertWords } from '@parley/contract/endpoints/alert-words.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import { getUser, reactivateUser } from '@parley/contract/endpoints/users.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { PNG } from '@parley/test-support/pictures.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { channelOf, heard, say } from '@parley/test-support/talk.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeMessagesOf } from '../../chat/messages/editing/remove-messages-of.ts';
import { expireUnusedFiles } from '../../chat/uploads/expire.ts';
import { q, sql } from '../../engine/db/sql.ts';
import { deleteUser } from './delete-user.ts';
import { exportUser } from './export-user.ts';
import { realmTables } from './realm-tables.ts';

let server: TestServer;
let directory: string;
let owner: TestUser;
let ada: TestUser;

beforeEach(async () => {
  server = await startTestServer();
  directory = await mkdtemp(path.join(tmpdir(), 'parley-forget-'));
  owner = await server.user({ role: roles.owner });
  ada = await server.user({ fullName: 'Ada Lovelace', email: 'ada@lovelace.example' });
  const channelId = await channelOf(server, 'general', [owner, ada]);
  await sendFiles(server, ada, '/users/me/avatar', [PNG]);
  const linked = await sendFiles(server, ada, '/user_uploads', [Buffer.from('linked')]);
  await sendFiles(server, ada, '/user_uploads', [Buffer.from('not linked')]);
  await say(ada, channelId, 'topic', `<script>alert("Ada's")</script> [file](${String(linked.body['url'])})`);
  await say(owner, channelId, 'topic', 'of the owner');
  await ada.connection.call(sendMessage, { type: 'direct', to: [owner.id], content: 'for your eyes' });
  await ada.connection.call(addAlertWords, { alert_words: ['engine'] });
  await ada.connection.call(updateStatus, { status_text: 'computing' });
});
afterEach(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Tables with a row that contains a text, without the log, whose entries end by their age. */
async function tablesWith(text: string): Promise<string[]> {
  const { pool } = server.server.world;
  const found = await Promise.all(
    (await realmTables(pool)).map(async (name) => {
      const rows = await pool.all(sql`
        select from ${sql.table(name)} t where position(${text} in lower(t::text)) > 0 limit 1`);
      return rows.length > 0 && name !== 'log_entry' ? [name] : [];
    }),
  );
  return found.flat();
}

function messageCount(): Promise<{ sender: number; count: number }[]> {
  return server.server.world.pool.all(sql<{ sender: number; count: number }>`
    select sender_id as sender, count(*)::int as count from message
    where sender_id in (${owner.id}, ${ada.id}) group by 1 order by 1`);
}

async function rowOfAda() {
  const row = await server.server.world.pool.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', server.realmId).where('id', '=', ada.id),
  );
  if (row === undefined) throw new Error('There is no Ada.');
  return row;
}

test('a person receives everything that is stored about them, without secrets and messages of others', async () => {
  const target = path.join(directory, 'ada');
  const made = await exportUser(server.server.world, await rowOfAda(), target);
  expect(made).toMatchObject({ missing: 0 });
  const text = await readFile(path.join(target, 'data.json'), 'utf8');
  const data = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
  expect(data['message']?.map(({ content }) => content)).toEqual([
    expect.stringContaining('<script>'),
    'for your eyes',
  ]);
  expect(data['realm_user']).toMatchObject([
    { full_name: 'Ada Lovelace', delivery_email: 'ada@lovelace.example' },
  ]);
  expect(data['credential']).toMatchObject([{ kind: 'key' }]);
  expect(data['alert_word']).toMatchObject([{ word: 'engine' }]);
  expect(text).not.toMatch(/_hash"|sealed"|of the owner/);
  const page = await readFile(path.join(target, 'index.html'), 'utf8');
  expect(page).toContain('&lt;script&gt;alert(&quot;Ada&#39;s&quot;)');
  expect(page).not.toContain('<script');
  expect((await readdir(path.join(target, 'files'))).length).toBe(made.files);
  await expect(exportUser(server.server.world, await rowOfAda(), target)).rejects.toThrow('is not empty');
});

test('a client that follows the deletion of a user has what a new registration tells', async () => {
  await ada.connection.call(updateSettings, { timezone: 'Europe/London' });
  const register = { fetch_event_types: ['realm_user'], event_types: ['realm_user'] };
  const before = await owner.connection.call(registerQueue, register);
  await deleteUser(server.server.world, await rowOfAda(), { removesMessages: false });
  const { queue_id, last_event_id } = before;
  const { events } = await owner.connection.call(getEvents, { queue_id, last_event_id, dont_block: true });
  const followed = events.reduce<State>(applyEvent, before);
  const after = await owner.connection.call(registerQueue, register);
  expect(followed.realm_users).toEqual(after.realm_users);
  expect(followed.realm_non_active_users).toEqual(after.realm_non_active_users);
});

test('a deleted user leaves a placeholder with the messages, and others hear of it', async () => {
  const { world } = server.server;
  const before = await messageCount();
  const events = await heard(
    owner,
    async () => {
      await deleteUser(world, await rowOfAda(), { removesMessages: false });
    },
    {
      event_types: ['realm_user', 'user_status'],
    },
  );
  expect(events).toContainEqual(
    expect.objectContaining({ person: { user_id: ada.id, full_name: `Deleted User ${ada.id}` } }),
  );
  expect(await tablesWith('lovelace')).toEqual([]);
  expect(await tablesWith('computing')).toEqual([]);
  expect(await tablesWith('engine')).toEqual([]);
  expect(await messageCount()).toEqual(before);
  const { user } = await owner.connection.call(getUser, { user_id: ada.id });
  expect(user).toMatchObject({
    is_active: false,
    is_deleted: true,
    email: `deleteduser${ada.id}@parley.test`,
  });
  const files = await world.pool.all(sql`select name from attachment where user_id = ${ada.id}`);
  expect(files).toHaveLength(1);
  await expect(owner.connection.call(reactivateUser, { user_id: ada.id })).rejects.toMatchObject({
    status: 400,
  });
  await expect(deleteUser(world, await rowOfAda(), { removesMessages: true })).rejects.toThrow(
    'was deleted before',
  );
});

test('messages are removed with their user if the operator says so, and readers hear of each', async () => {
  const { world } = server.server;
  const events = await heard(
    owner,
    async () => {
      await deleteUser(world, await rowOfAda(), { removesMessages: true });
    },
    {
      event_types: ['delete_message'],
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    },
  );
  expect(events).toHaveLength(2);
  expect((await messageCount()).map(({ sender }) => sender)).toEqual([owner.id]);
  expect(await tablesWith('for your eyes')).toEqual([]);
  expect(await world.pool.all(sql`select from attachment where user_id = ${ada.id}`)).toEqual([]);
});

test('a file of a deleted user goes with its last message, not a month later', async () => {
  const { world } = server.server;
  await deleteUser(world, await rowOfAda(), { removesMessages: false });
  const files = () => world.pool.all(sql`select from attachment where user_id = ${ada.id}`);
  await expireUnusedFiles(world);
  expect(await files()).toHaveLength(1);
  await removeMessagesOf(world, server.realmId, ada.id);
  await expireUnusedFiles(world);
  expect(await files()).toHaveLength(0);
});

test('the only owner is not deleted', async () => {
  const { world } = server.server;
  await expect(
    deleteUser(world, { realm_id: server.realmId, id: owner.id }, { removesMessages: false }),
  ).rejects.toThrow('The only owner');
});
