import { getMessage, sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getOwnUser, getUser } from '@parley/contract/endpoints/users.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { GIF, NO_PICTURE, PNG } from '@parley/test-support/pictures.ts';
import { raw } from '@parley/test-support/raw.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { heardBy } from '@parley/test-support/talk.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function upload(as: TestUser, ...files: readonly Buffer[]) {
  return sendFiles(server, as, '/users/me/avatar', files);
}

async function uploaded(as: TestUser, file = PNG): Promise<string> {
  const { status, body } = await upload(as, file);
  expect(status).toBe(200);
  return String(body['avatar_url']);
}

async function sizeOf(url: string) {
  const { status, headers, body } = await raw(server, url);
  expect([status, headers['content-type']]).toEqual([200, 'image/png']);
  const { width, height } = await sharp(body).metadata();
  return [width, height];
}

test('an uploaded avatar is served in two sizes and used everywhere', async () => {
  const ada = await server.user();
  const grace = await server.user();
  const wide = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#0a0' } })
    .jpeg()
    .toBuffer();
  const url = await uploaded(ada, wide);
  expect(await sizeOf(url)).toEqual([100, 100]);
  expect(await sizeOf(url.replace('.png', '-medium.png'))).toEqual([500, 500]);
  const { user: shownUser } = await grace.connection.call(getUser, { user_id: ada.id });
  expect(shownUser).toMatchObject({ avatar_url: url, avatar_version: 2 });
  expect(await ada.connection.call(getOwnUser)).toMatchObject({ avatar_url: url });
  const { id } = await ada.connection.call(sendMessage, { type: 'direct', to: [ada.id], content: 'hi' });
  const { message } = await ada.connection.call(getMessage, { message_id: id });
  expect(message.avatar_url).toBe(url);
  const led = await raw(server, `/avatar/${ada.id}/medium`, { as: grace });
  expect(led.headers['location']).toBe(url.replace('.png', '-medium.png'));
});

test('a changed avatar is published to all users; the old URL serves a drawn picture', async () => {
  const [ada, grace] = [await server.user(), await server.user()];
  const first = await uploaded(ada);
  const before = (await raw(server, first)).body;
  const heard = await heardBy({ ada, grace }, ['realm_user'], () => uploaded(ada, GIF));
  const { user: shownUser } = await grace.connection.call(getUser, { user_id: ada.id });
  const expected = {
    type: 'realm_user',
    op: 'update',
    person: {
      user_id: ada.id,
      avatar_source: 'U',
      avatar_url: shownUser.avatar_url,
      avatar_url_medium: shownUser.avatar_url?.replace('.png', '-medium.png'),
      avatar_version: 3,
    },
  };
  expect(heard).toMatchObject({ ada: [expected], grace: [expected] });
  expect(shownUser.avatar_url).not.toBe(first);
  const old = await raw(server, first);
  expect(old.status).toBe(200);
  expect(old.body.equals(before)).toBe(false);
  expect(old.headers['cache-control']).not.toContain('immutable');
});

test('concurrent uploads end with the avatar of one of them', async () => {
  const ada = await server.user();
  const answers = await Promise.all([PNG, GIF, PNG].map((file) => upload(ada, file)));
  const { user: shownUser } = await ada.connection.call(getUser, { user_id: ada.id });
  const given = answers.filter(({ status }) => status === 200);
  expect(shownUser.avatar_version).toBe(1 + given.length);
  expect(given.map(({ body }) => body['avatar_url'])).toContain(shownUser.avatar_url);
  expect(await sizeOf(shownUser.avatar_url ?? '')).toEqual([100, 100]);
});

test('the owner of a bot sets its avatar on creation and later', async () => {
  const ada = await server.user();
  const fields = { short_name: 'painter', full_name: 'Painter' };
  const made = await sendFiles(server, ada, '/bots', [PNG], { fields });
  expect(made).toMatchObject({ status: 200 });
  const id = Number(made.body['user_id']);
  const seen = async () => (await ada.connection.call(getUser, { user_id: id })).user;
  expect(await seen()).toMatchObject({ avatar_url: made.body['avatar_url'], avatar_version: 2 });
  const changed = await sendFiles(server, ada, `/bots/${id}`, [GIF], { method: 'PATCH' });
  expect(changed).toMatchObject({ status: 200 });
  expect(await seen()).toMatchObject({ avatar_url: changed.body['avatar_url'], avatar_version: 3 });
  expect(await sizeOf(String(changed.body['avatar_url']))).toEqual([100, 100]);
  for (const files of [[PNG, PNG], [NO_PICTURE]])
    expect(await sendFiles(server, ada, `/bots/${id}`, files, { method: 'PATCH' })).toMatchObject({
      status: 400,
    });
  const other = { short_name: 'painter2', full_name: 'Painter 2' };
  expect(await sendFiles(server, ada, '/bots', [NO_PICTURE], { fields: other })).toMatchObject({
    status: 400,
    body: { code: 'BAD_IMAGE' },
  });
});
