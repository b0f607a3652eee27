import { getAttachments } from '@parley/contract/endpoints/uploads.ts';
import { readdir, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { spoolDirectory } from '../../../engine/files/store.ts';
import { startS3, type S3Process } from '@parley/test-support/own-s3.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { expireUnusedFiles } from '../expire.ts';

let s3: S3Process;
let server: TestServer;
let ada: TestUser;
let grace: TestUser;
/** Uses object storage for pieces and files. */
beforeAll(async () => {
  s3 = await startS3();
  server = await startTestServer((config) => ({
    ...config,
    files: { ...config.files, s3: s3.settings },
    uploads: { ...config.uploads, maxMiB: 1, quotaMiB: 2 },
  }));
  ada = await server.user();
  grace = await server.user();
});
afterAll(async () => {
  await server.stop();
  await s3.stop();
});

function tus(
  user: TestUser | undefined,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
) {
  return fetch(`${server.url}${path}`, {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(user === undefined ? {} : { authorization: `Basic ${btoa(`${user.email}:${user.apiKey}`)}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: new Blob([typeof body === 'string' ? body : Buffer.from(body)]) }),
  });
}

async function begin(user: TestUser, size: number, name = 'film.txt') {
  const answer = await tus(user, 'POST', '/api/v1/tus/', {
    'upload-length': String(size),
    'upload-metadata': `filename ${btoa(name)}`,
  });
  expect(answer.status).toBe(201);
  const location = answer.headers.get('location') ?? '';
  expect(location).toMatch(/^\/api\/v1\/tus\/[0-9a-f]{32}$/);
  return location;
}

function send(user: TestUser, location: string, offset: number, body: string | Buffer) {
  return tus(
    user,
    'PATCH',
    location,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  );
}

async function offsetOf(user: TestUser, location: string) {
  const answer = await tus(user, 'HEAD', location);
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : answer.status;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 400 && !(await condition()); n += 1) await sleep(50);
}

/** Size of the only temporary file, in bytes. */
async function spooledBytes() {
  const directory = spoolDirectory(server.server.world.config.files);
  const [name] = await readdir(directory);
  return name === undefined ? 0 : (await stat(path.join(directory, name))).size;
}

test('a file is uploaded in pieces, and the last response contains its URL', async () => {
  const location = await begin(ada, 10, 'My film.txt');
  expect((await send(ada, location, 0, '0123')).status).toBe(204);
  expect(await offsetOf(ada, location)).toBe(4);
  expect((await send(ada, location, 0, '0123')).status).toBe(409);
  expect((await send(ada, location, 4, '456789ab')).status).toBe(413);
  const last = await send(ada, location, 4, '456789');
  expect(last.status).toBe(200);
  const { url, filename } = (await last.json()) as { url: string; filename: string };
  expect(filename).toBe('My film.txt');
  expect(String((await raw(server, url, { as: ada })).body)).toBe('0123456789');
  const part = await raw(server, url, { as: ada, headers: { range: 'bytes=3-5' } });
  expect([part.status, String(part.body)]).toEqual([206, '345']);
  expect(await offsetOf(ada, location)).toBe(404);
  const { attachments } = await ada.connection.call(getAttachments);
  expect(attachments).toMatchObject([{ name: 'My film.txt', size: 10 }]);
});

test('a piece of unknown length that is longer than the rest of its file is refused', async () => {
  const location = await begin(ada, 4);
  // Without a Content-Length the length is known only when the piece was sent.
  const sent = request(`${server.url}${location}`, {
    method: 'PATCH',
    headers: {
      authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'transfer-encoding': 'chunked',
    },
  });
  sent.end('0123456789');
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(413);
});

test('an interrupted upload resumes at its last offset', async () => {
  const location = await begin(ada, 8);
  const sent = request(`${server.url}${location}`, {
    method: 'PATCH',
    headers: {
      authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '8',
    },
  });
  sent.on('error', () => {});
  sent.write('abc');
  await until(async () => (await spooledBytes()) === 3);
  sent.destroy();
  await until(async () => (await offsetOf(ada, location)) > 0);
  const offset = await offsetOf(ada, location);
  expect(offset).toBe(3);
  const last = await send(ada, location, 3, 'defgh');
  const { url } = (await last.json()) as { url: string };
  expect(String((await raw(server, url, { as: ada })).body)).toBe('abcdefgh');
});

test('an upload is visible only to its creator', async () => {
  const location = await begin(ada, 4);
  expect(await offsetOf(grace, location)).toBe(404);
  expect((await send(grace, location, 0, 'evil')).status).toBe(404);
  expect((await tus(grace, 'DELETE', location)).status).toBe(404);
  expect((await tus(undefined, 'HEAD', location)).status).toBe(401);
  expect((await tus(undefined, 'POST', '/api/v1/tus', { 'upload-length': '1' })).status).toBe(401);
  expect((await tus(ada, 'DELETE', location)).status).toBe(204);
  expect(await offsetOf(ada, location)).toBe(404);
});

test.each([
  [{ 'upload-length': String(2 * 1024 * 1024) }, 413],
  [{ 'upload-length': '-1' }, 400],
  [{ 'upload-length': 'many' }, 400],
  [{ 'upload-defer-length': '1' }, 501],
  [{ 'upload-length': '1', 'upload-metadata': 'filename !!!' }, 400],
  [{ 'upload-length': '1', 'tus-resumable': '0.1' }, 400],
])('%j is refused', async (headers, status) => {
  expect((await tus(ada, 'POST', '/api/v1/tus', headers as Record<string, string>)).status).toBe(status);
});

test('unfinished uploads are limited per user and deleted after a day', async () => {
  for (let n = 0; n < 10; n += 1) await begin(grace, 4);
  const more = await tus(grace, 'POST', '/api/v1/tus', { 'upload-length': '4' });
  expect(more.status).toBe(429);
  const { world } = server.server;
  await world.pool.all(sql`update partial_upload set touched_at = now() - interval '25 hours'`);
  await expireUnusedFiles(world);
  expect(await world.pool.all(sql`select 1 from partial_upload`)).toEqual([]);
});

test('of 40 uploads that begin at once only 10 are accepted', async () => {
  const user = await server.user();
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => tus(user, 'POST', '/api/v1/tus', { 'upload-length': '4' })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
});

test('an unfinished upload takes its announced size, and the complete file takes its place', async () => {
  const user = await server.user();
  const used = async (): Promise<unknown> => {
    const { pool } = server.server.world;
    const row = await pool.first(sql`select used from user_upload_space where user_id = ${user.id}`);
    return row;
  };
  const location = await begin(user, 10);
  expect(await used()).toEqual({ used: 10 });
  expect((await send(user, location, 0, Buffer.alloc(10, 'x'))).status).toBe(200);
  expect(await used()).toEqual({ used: 10 });
  const abandoned = await begin(user, 5);
  expect(await used()).toEqual({ used: 15 });
  expect((await tus(user, 'DELETE', abandoned)).status).toBe(204);
  expect(await used()).toEqual({ used: 10 });
});

test("resumable uploads count against the organization's quota", async () => {
  const whole = Buffer.alloc(1024 * 1024 - 100, 'x');
  const first = await send(ada, await begin(ada, whole.length), 0, whole);
  expect(first.status).toBe(200);
  const second = await send(ada, await begin(ada, whole.length), 0, whole);
  expect(second.status).toBe(200);
  const third = await tus(ada, 'POST', '/api/v1/tus', { 'upload-length': String(whole.length) });
  expect([third.status, await third.json()]).toMatchObject([400, { code: 'REALM_UPLOAD_QUOTA' }]);
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(1000)]), 'x.bin');
  const plain = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
  });
  expect(await plain.json()).toMatchObject({ code: 'REALM_UPLOAD_QUOTA' });
  const large = new FormData();
  large.append('file', new Blob([Buffer.alloc(1024 * 1024 + 1)]), 'x.bin');
  const refused = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    body: large,
    headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
  });
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'REALM_UPLOAD_QUOTA' }]);
});
