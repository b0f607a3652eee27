import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { avatarPath } from '../users/avatar.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

const NAME = '0123456789abcdef0123456789abcdef01234567';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  grace = await server.user();
  await change(grace.id, { email_visibility: 1 });
});
afterAll(() => server.stop());

function pathOf({ id, realmId }: TestUser, medium = false): string {
  return avatarPath(server.server.world.sealer, { id, realm_id: realmId, avatar_version: 1 }, medium);
}

async function locationFor(who: string, as = ada) {
  const answer = await raw(server, `/avatar/${who}`, { as });
  return [answer.status, answer.headers['location']];
}

function change(id: number, columns: object) {
  return server.server.world.write(server.realmId, (tx) =>
    tx.all(q.updateTable('realm_user').set(columns).where('id', '=', id)),
  );
}

test.each([
  [`${NAME}.png`, 100],
  [`${NAME}-medium.png`, 500],
  [`${NAME}.png?version=2`, 100],
])('%s is a picture of %d pixels that may be cached forever', async (file, size) => {
  const { status, headers, body } = await raw(server, `/user_avatars/${server.realmId}/${file}`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect(Date.parse(String(headers['expires']))).toBeGreaterThan(Date.now());
  expect(body.subarray(1, 4).toString()).toBe('PNG');
  expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([size, size]);
});

test('a name has the same picture after a restart', async () => {
  const path = `/user_avatars/${server.realmId}/${NAME}.png`;
  const before = await raw(server, path);
  await server.restart();
  expect((await raw(server, path)).body.equals(before.body)).toBe(true);
});

test.each([
  '1/x.png',
  `1/${NAME.slice(1)}.png`,
  `1/${NAME}0.png`,
  `1/${NAME}.jpg`,
  `1/${NAME}-large.png`,
  `1/${NAME.toUpperCase()}.png`,
  `1/${NAME}.png.png`,
  `x/${NAME}.png`,
  `-1/${NAME}.png`,
  `1/..%2f${NAME}.png`,
  `1/%00${NAME}.png`,
  '1/',
  '1',
])('the avatar path %s is not found', async (path) => {
  const answer = await raw(server, `/user_avatars/${path}`);
  expect(answer.status).toBe(404);
  expect(answer.headers['cache-control']).toContain('no-store');
});

test('an avatar is found by user ID, generated and visible e-mail address, in both sizes', async () => {
  const [small, medium] = [pathOf(grace), pathOf(grace, true)];
  for (const who of [
    `${grace.id}`,
    grace.email,
    encodeURIComponent(grace.email),
    `user${grace.id}@parley.test`,
  ]) {
    expect(await locationFor(who)).toEqual([302, small]);
    expect(await locationFor(`${who}/medium`)).toEqual([302, medium]);
  }
  expect((await raw(server, small)).status).toBe(200);
});

test('the redirect keeps the query', async () => {
  expect(await locationFor(`${grace.id}?version=3&x=%20`)).toEqual([302, `${pathOf(grace)}?version=3&x=%20`]);
  await change(grace.id, { avatar_source: 'G' });
  expect(await locationFor(`${grace.id}?s=5`)).toEqual([
    302,
    '/static/images/default-avatar.png?version=1&s=5',
  ]);
  await change(grace.id, { avatar_source: 'J' });
});

test('a hidden e-mail address is treated as unknown', async () => {
  const hidden = await server.user();
  await change(hidden.id, { email_visibility: 4 });
  expect(await locationFor(hidden.email)).toEqual(await locationFor('nobody@example.com'));
  expect(await locationFor(`${hidden.id}`)).toEqual([302, pathOf(hidden)]);
});

test('unknown users and users of other organizations get a stock avatar', async () => {
  const stranger = await server.user({ realmId: await server.realm('elsewhere') });
  for (const id of [stranger.id, 999_999_999])
    expect(await locationFor(`${id}`)).toEqual([302, '/static/images/unknown-user-avatar.png']);
  for (const address of [stranger.email, 'nobody@example.com', 'x', '-1', '%f0%9f%98%80'])
    expect(await locationFor(address)).toEqual([302, '/static/images/default-avatar.png']);
  for (const path of [
    '/static/images/unknown-user-avatar.png',
    '/static/images/default-avatar.png?version=1',
  ])
    expect((await raw(server, path)).headers['content-type']).toBe('image/png');
});

test('a null character in the path is not found', async () => {
  expect(await locationFor('%00')).toEqual([404, undefined]);
});

test('a request without credentials is rejected', async () => {
  const answer = await raw(server, `/avatar/${grace.id}`);
  expect(answer.status).toBe(401);
  expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
});

test('with Gravatar enabled, an unknown address redirects there by its hash', async () => {
  const own = await startTestServer((config) => ({ ...config, gravatar: true }));
  try {
    const user = await own.user();
    const answer = await raw(own, '/avatar/Nobody@Example.com', { as: user });
    expect(answer.headers['location']).toBe(
      'https://secure.gravatar.com/avatar/8c5548eb0b2b80924f237953392df5e7?d=identicon',
    );
  } finally {
    await own.stop();
  }
});
