import { deactivateCustomEmoji, getCustomEmoji } from '@parley/contract/endpoints/custom-emoji.ts';
import { getMessage, sendMessage } from '@parley/contract/endpoints/messages.ts';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { GIF, PNG } from '@parley/test-support/pictures.ts';
import { raw } from '@parley/test-support/raw.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';

let server: TestServer;
let ada: TestUser;
// Connections keep the function that they find when they are made.
const queries = vi.spyOn(Client.prototype, 'query');
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
});
afterAll(async () => {
  await server.stop();
  queries.mockRestore();
});

let count = 0;

function fresh(): string {
  return `e${(count += 1)}`;
}

function upload(as: TestUser, name: string, ...files: readonly Buffer[]) {
  return sendFiles(server, as, `/realm/emoji/${encodeURIComponent(name)}`, files);
}

async function named(name: string) {
  return Object.values((await ada.connection.call(getCustomEmoji)).emoji).filter((one) => one.name === name);
}

async function added(file = PNG) {
  const name = fresh();
  expect(await upload(ada, name, file)).toMatchObject({ status: 200 });
  const [emoji] = await named(name);
  if (emoji === undefined) throw new Error('There is no such emoji.');
  return emoji;
}

test('an uploaded picture becomes an emoji of 64 pixels that is public and cacheable', async () => {
  const tall = await sharp({ create: { width: 300, height: 500, channels: 3, background: '#0a0' } })
    .jpeg()
    .toBuffer();
  const emoji = await added(tall);
  expect(emoji).toMatchObject({ deactivated: false, author_id: ada.id, still_url: null });
  const answer = await raw(server, emoji.source_url);
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  expect(answer.headers['cache-control']).toContain('immutable');
  expect(await sharp(answer.body).metadata()).toMatchObject({ width: 64, height: 64, format: 'png' });
});

test('an animated emoji stays animated and has a still picture', async () => {
  const { source_url, still_url } = await added(GIF);
  const moving = await sharp((await raw(server, source_url)).body, { pages: -1 }).metadata();
  expect(moving).toMatchObject({ format: 'webp', pages: 2, width: 64, pageHeight: 64 });
  const still = await sharp((await raw(server, still_url ?? '')).body).metadata();
  expect(still).toMatchObject({ format: 'png', width: 64, height: 64 });
});

test('of concurrent uploads under one name, one succeeds', async () => {
  const name = fresh();
  const answers = await Promise.all(Array.from({ length: 3 }, () => upload(ada, name, PNG)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(await named(name)).toHaveLength(1);
});

test('unknown file names are not found', async () => {
  for (const path of [
    '0'.repeat(32) + '.png',
    '../x.png',
    '%2e%2e%2fx',
    'x.png',
    `still/${'0'.repeat(32)}.png`,
  ])
    expect((await raw(server, `/user_avatars/${server.realmId}/emoji/images/${path}`)).status).toBe(404);
});

test('emoji in a message cost no query, and a new emoji works immediately', async () => {
  queries.mockClear();
  /** How many queries since the last look read or wrote custom emoji. */
  const aboutEmoji = (): number => {
    const found = queries.mock.calls.filter((call) => JSON.stringify(call[0]).includes('custom_emoji'));
    queries.mockClear();
    return found.length;
  };
  const say = (content: string) =>
    ada.connection.call(sendMessage, { type: 'direct', to: [ada.id], content });
  const emoji = [await added(), await added(), await added()];
  await say(`:${emoji[0]?.name}:`);
  expect(aboutEmoji()).toBeGreaterThan(0);
  for (let times = 0; times < 5; times += 1)
    await say(`${emoji.map(({ name }) => `:${name}:`).join(' ')} :tada: :heart:`);
  expect(aboutEmoji()).toBe(0);

  const newest = await added();
  const shown = async () => {
    const { id } = await say(`:${newest.name}:`);
    return (await ada.connection.call(getMessage, { message_id: id })).message.content;
  };
  expect(await shown()).toContain(newest.source_url);
  await ada.connection.call(deactivateCustomEmoji, { emoji_name: newest.name });
  expect(await shown()).toBe(`<p>:${newest.name}:</p>`);
});
