import { readdir } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { getAttachments, removeAttachment } from '@parley/contract/endpoints/uploads.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { spoolDirectory } from '../../engine/files/store.ts';

/** A little less than a MiB, so that sizes are whole numbers. */
const MEGABYTE = 1_000_000;

let server: TestServer;
let member: TestUser;
let guest: TestUser;

beforeAll(async () => {
  server = await startTestServer((config) => ({
    ...config,
    uploads: { maxMiB: 10, quotaMiB: 100, userQuotaMiB: 2, guestQuotaMiB: 1 },
  }));
});
afterAll(() => server.stop());
beforeEach(async () => {
  member = await server.user();
  guest = await server.user({ role: 600 });
});

const BOUNDARY = 'parley-test';
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="x.bin"\r\n\r\n`;
const TAIL = `\r\n--${BOUNDARY}--\r\n`;

/** Begins an upload; without a size its body is chunked. */
function begin(user: TestUser, size?: number): { sent: ClientRequest; answer: Promise<Answer> } {
  const sent = request(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${user.email}:${user.apiKey}`)}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      ...(size === undefined ? {} : { 'content-length': String(size + HEAD.length + TAIL.length) }),
    },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('response', (response) => {
      resolve(readAnswer(response));
    });
    sent.on('error', reject);
  });
  return { sent, answer };
}

type Answer = { readonly status: number; readonly code?: string; readonly msg?: string };

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { ...(JSON.parse(text) as Omit<Answer, 'status'>), status: response.statusCode ?? 0 };
}

function upload(user: TestUser, size: number): Promise<Answer> {
  const { sent, answer } = begin(user, size);
  sent.end(Buffer.concat([Buffer.from(HEAD), Buffer.alloc(size), Buffer.from(TAIL)]));
  return answer;
}

async function usedBy({ id }: TestUser): Promise<unknown> {
  const row = await server.server.world.pool.first(
    sql<{ used: number }>`select used from user_upload_space where user_id = ${id}`,
  );
  return row?.used;
}

async function spooledFiles(): Promise<string[]> {
  return readdir(spoolDirectory(server.server.world.config.files)).catch(() => []);
}

test('a guest may store less than a member', async () => {
  expect(await upload(guest, 0.9 * MEGABYTE)).toMatchObject({ status: 200 });
  expect(await upload(guest, 0.2 * MEGABYTE)).toMatchObject({
    status: 400,
    code: 'REALM_UPLOAD_QUOTA',
    msg: 'You have reached your quota of 1 MiB for uploaded files.',
  });
  expect(await upload(member, 0.9 * MEGABYTE)).toMatchObject({ status: 200 });
  expect(await upload(member, 0.9 * MEGABYTE)).toMatchObject({ status: 200 });
  expect(await upload(member, 0.9 * MEGABYTE)).toMatchObject({ status: 400, code: 'REALM_UPLOAD_QUOTA' });
});

test('the space of a deleted file is free again', async () => {
  expect(await upload(member, 1.5 * MEGABYTE)).toMatchObject({ status: 200 });
  const { attachments } = await member.connection.call(getAttachments);
  await member.connection.call(removeAttachment, { attachment_id: attachments[0]?.id ?? 0 });
  expect(await usedBy(member)).toBe(0);
  expect(await upload(member, 1.5 * MEGABYTE)).toMatchObject({ status: 200 });
});

test('files from the time before the quota count', async () => {
  expect(await upload(member, MEGABYTE)).toMatchObject({ status: 200 });
  await server.server.world.pool.all(sql`delete from user_upload_space where user_id = ${member.id}`);
  expect(await upload(member, 0.5 * MEGABYTE)).toMatchObject({ status: 200 });
  expect(await usedBy(member)).toBe(1.5 * MEGABYTE);
});

test('an upload beyond the quota is refused before its body is sent', async () => {
  const { sent, answer } = begin(guest, 5 * MEGABYTE);
  sent.flushHeaders();
  expect(await answer).toMatchObject({ status: 400, code: 'REALM_UPLOAD_QUOTA' });
  sent.destroy();
  expect(await spooledFiles()).toEqual([]);
});

test('a body of unknown length is refused when it exceeds the quota', async () => {
  const { sent, answer } = begin(guest);
  sent.write(HEAD);
  sent.write(Buffer.alloc(1.2 * MEGABYTE));
  expect(await answer).toMatchObject({ status: 400, code: 'REALM_UPLOAD_QUOTA' });
  sent.destroy();
  await eventually(async () => {
    expect(await spooledFiles()).toEqual([]);
  });
});

test('a third upload of a user at the same time is refused, and accepted when another one has ended', async () => {
  const running = [begin(member, 1000), begin(member, 1000)];
  for (const { sent } of running) sent.write(`${HEAD}begin`);
  await eventually(async () => {
    expect(await spooledFiles()).toHaveLength(2);
  });
  expect(await upload(member, 1000)).toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' });
  expect(await upload(guest, 1000)).toMatchObject({ status: 200 });
  for (const { sent } of running) sent.end(Buffer.concat([Buffer.alloc(995), Buffer.from(TAIL)]));
  for (const { answer } of running) expect(await answer).toMatchObject({ status: 200 });
  expect(await upload(member, 1000)).toMatchObject({ status: 200 });
});

test('an upload whose client left does not count as running', async () => {
  const running = [begin(member, 1000), begin(member, 1000)];
  for (const { sent, answer } of running) {
    answer.catch(() => {});
    sent.write(`${HEAD}begin`);
  }
  await eventually(async () => {
    expect(await spooledFiles()).toHaveLength(2);
  });
  for (const { sent } of running) sent.destroy();
  await eventually(async () => {
    expect(await upload(member, 1000)).toMatchObject({ status: 200 });
  });
});

test('uploads at the same time cannot exceed the quota together', async () => {
  const answers = await Promise.all(Array.from({ length: 2 }, () => upload(member, 1.5 * MEGABYTE)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(1);
  expect(await usedBy(member)).toBe(1.5 * MEGABYTE);
});
