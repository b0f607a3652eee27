import { roles } from '@parley/contract/rights/roles.ts';
import {
  createChannelFolder,
  getChannelFolders,
  patchChannelFolders,
  updateChannelFolder,
} from '@parley/contract/endpoints/channel-folders.ts';
import { createChannel, updateStream } from '@parley/contract/endpoints/streams.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { listen } from '@parley/test-support/listen.ts';

let server: TestServer;
let admin: TestUser;
let guest: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.user({ role: roles.administrator });
  guest = await server.user({ role: roles.guest });
});
afterAll(() => server.stop());

async function createFolder(name: string, description = ''): Promise<number> {
  return (await admin.connection.call(createChannelFolder, { name, description })).channel_folder_id;
}

async function list(include_archived = false) {
  return (await guest.connection.call(getChannelFolders, { include_archived })).channel_folders;
}

const refused = { code: 'BAD_REQUEST' };

test('administrators create folders, and all users see them', async () => {
  await expect(
    guest.connection.call(createChannelFolder, { name: 'mine', description: '' }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
  const received = await listen(guest, ['channel_folder']);
  const id = await createFolder(' Work ', '*all* of it');
  expect(await list()).toEqual([
    {
      id,
      name: 'Work',
      description: '*all* of it',
      rendered_description: '<p><em>all</em> of it</p>',
      order: id,
      creator_id: admin.id,
      date_created: expect.any(Number),
      is_archived: false,
    },
  ]);
  expect(await received()).toMatchObject([{ op: 'add', channel_folder: { id } }]);
});

test('names are unique among folders that are not archived', async () => {
  for (const name of ['WORK', ' ', 'a'.repeat(61), 'a\u0007'])
    await expect(createFolder(name)).rejects.toMatchObject(refused);
  const id = await createFolder('Past');
  await admin.connection.call(updateChannelFolder, { channel_folder_id: id, is_archived: true });
  const second = await createFolder('past');
  await expect(
    admin.connection.call(updateChannelFolder, { channel_folder_id: id, is_archived: false }),
  ).rejects.toMatchObject(refused);
  expect((await list()).map((folder) => folder.id)).toContain(second);
  expect((await list()).map((folder) => folder.id)).not.toContain(id);
  expect((await list(true)).map((folder) => folder.id)).toContain(id);
});

test('a folder with a channel cannot be archived', async () => {
  const id = await createFolder('Full');
  const channel = await admin.connection.call(createChannel, {
    name: 'inside',
    subscribers: [],
    folder_id: id,
  });
  const archive = () =>
    admin.connection.call(updateChannelFolder, { channel_folder_id: id, is_archived: true });
  await expect(archive()).rejects.toMatchObject(refused);
  await admin.connection.call(updateStream, { stream_id: channel.id, folder_id: null });
  const received = await listen(guest, ['channel_folder']);
  await archive();
  await archive();
  expect(await received()).toMatchObject([
    { op: 'update', channel_folder_id: id, data: { is_archived: true } },
  ]);
  await expect(
    admin.connection.call(updateChannelFolder, { channel_folder_id: 999, name: 'x' }),
  ).rejects.toMatchObject(refused);
});

test('a new order must list every folder once', async () => {
  const ids = (await list(true)).map((folder) => folder.id);
  const order = ids.toReversed();
  for (const bad of [ids.slice(1), [...ids, ids[0] ?? 0], [...ids.slice(1), 999]])
    await expect(admin.connection.call(patchChannelFolders, { order: bad })).rejects.toMatchObject(refused);
  await admin.connection.call(patchChannelFolders, { order });
  expect((await list(true)).map((folder) => folder.id)).toEqual(order);
});
