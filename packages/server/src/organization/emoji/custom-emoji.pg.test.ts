import { deactivateCustomEmoji, getCustomEmoji } from '@parley/contract/endpoints/custom-emoji.ts';
import { getMessage, sendMessage } from '@parley/contract/endpoints/messages.ts';
import { addReaction, removeReaction } from '@parley/contract/endpoints/reactions.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { GIF, NO_PICTURE, PNG } from '@parley/test-support/pictures.ts';
import { raw } from '@parley/test-support/raw.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { heardBy } from '@parley/test-support/talk.ts';

let server: TestServer;
let ada: TestUser;
let owner: TestUser;
// Connections keep the function that they find when they are made.
const queries = vi.spyOn(Client.prototype, 'query');
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.user({ role: 100 });
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

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };

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

test.each(['', 'Party', 'par.ty', 'pärty', 'party_', 'party-', '-', 'a/b', 'x'.repeat(101), ':party:'])(
  'the name %j is rejected',
  async (name) => {
    const { status } = await upload(ada, name, PNG);
    expect([400, 404, 405]).toContain(status);
    expect(await named(name)).toEqual([]);
  },
);

test('surrounding spaces of a name are removed, inner ones become underscores', async () => {
  expect(await upload(ada, '  two words1 ', PNG)).toMatchObject({ status: 200 });
  expect(await named('two_words1')).toHaveLength(1);
});

test('an upload must be exactly one picture of up to 5 MiB', async () => {
  expect(await upload(ada, fresh())).toMatchObject(refused);
  expect(await upload(ada, fresh(), PNG, PNG)).toMatchObject(refused);
  expect(await upload(ada, fresh(), PNG, PNG, PNG)).toMatchObject(refused);
  expect(await upload(ada, fresh(), Buffer.alloc(5 * 1024 * 1024 + 1))).toMatchObject(refused);
  for (const file of [NO_PICTURE, Buffer.alloc(0), PNG.subarray(0, 40), Buffer.from('<svg/>')])
    expect(await upload(ada, fresh(), file)).toMatchObject({ status: 400, body: { code: 'BAD_IMAGE' } });
});

test('of concurrent uploads under one name, one succeeds', async () => {
  const name = fresh();
  const answers = await Promise.all(Array.from({ length: 3 }, () => upload(ada, name, PNG)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  expect(await named(name)).toHaveLength(1);
});

test('only administrators can replace built-in emoji', async () => {
  for (const name of ['smile', 'zulip']) {
    expect(await upload(ada, name, PNG)).toMatchObject(refused);
    expect(await upload(owner, name, PNG)).toMatchObject({ status: 200 });
    const [emoji] = await named(name);
    const to = [ada.id];
    const { id } = await ada.connection.call(sendMessage, { type: 'direct', to, content: `:${name}:` });
    await ada.connection.call(addReaction, { message_id: id, emoji_name: name });
    const { message } = await ada.connection.call(getMessage, { message_id: id });
    expect(message.content).toContain(`src="${emoji?.source_url}"`);
    expect(message.reactions).toMatchObject([{ reaction_type: 'realm_emoji', emoji_code: emoji?.id }]);
    await owner.connection.call(deactivateCustomEmoji, { emoji_name: name });
  }
});

test('an emoji works in messages, reactions and statuses until it is deactivated, and stays visible there', async () => {
  const grace = await server.user();
  const { id: code, name, source_url } = await added();
  const to = [grace.id];
  const say = async (content: string) =>
    (await ada.connection.call(sendMessage, { type: 'direct', to, content })).id;
  const contentOf = async (message_id: number) =>
    (await ada.connection.call(getMessage, { message_id })).message.content;
  const message_id = await say(`hello :${name}:`);
  const html = `<p>hello <img alt=":${name}:" class="emoji" src="${source_url}" title="${name}"></p>`;
  expect(await contentOf(message_id)).toBe(html);
  const whole = { emoji_name: name, emoji_code: code, reaction_type: 'realm_emoji' } as const;
  await ada.connection.call(addReaction, { message_id, emoji_name: name });
  await ada.connection.call(updateStatus, { emoji_name: name });
  await expect(
    grace.connection.call(addReaction, { message_id, ...whole, emoji_name: 'other', emoji_code: '0' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });

  await ada.connection.call(deactivateCustomEmoji, { emoji_name: name });
  expect(await contentOf(message_id)).toBe(html);
  expect(await contentOf(await say(`:${name}:`))).toBe(`<p>:${name}:</p>`);
  await expect(ada.connection.call(updateStatus, whole)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(
    grace.connection.call(addReaction, { message_id: await say('another'), ...whole }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await grace.connection.call(addReaction, { message_id, ...whole });
  for (const { connection } of [ada, grace])
    await connection.call(removeReaction, { message_id, emoji_code: code, reaction_type: 'realm_emoji' });
  await expect(
    ada.connection.call(removeReaction, { message_id, emoji_code: code, reaction_type: 'realm_emoji' }),
  ).rejects.toMatchObject({ code: 'REACTION_DOES_NOT_EXIST' });
  expect((await raw(server, source_url)).status).toBe(200);
});

test('an emoji is deactivated by its author or an administrator, which frees its name', async () => {
  const { name } = await added();
  const grace = await server.user();
  const remove = ({ connection }: TestUser) => connection.call(deactivateCustomEmoji, { emoji_name: name });
  await expect(remove(grace)).rejects.toMatchObject({ status: 400 });
  expect(await upload(grace, name, PNG)).toMatchObject(refused);
  const heard = await heardBy({ grace }, ['realm_emoji'], () => remove(ada));
  expect(heard.grace).toMatchObject([{ op: 'update' }]);
  await expect(remove(ada)).rejects.toMatchObject({ status: 404, code: 'BAD_REQUEST' });
  expect(await upload(grace, name, PNG)).toMatchObject({ status: 200 });
  await remove(owner);
  expect((await named(name)).map(({ deactivated }) => deactivated)).toEqual([true, true]);
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

test('guests, bots and users without permission cannot add emoji', async () => {
  const guest = await server.user({ role: 600 });
  const bot = await server.user({ bot: { type: 1, ownerId: ada.id } });
  for (const who of [guest, bot]) expect(await upload(who, fresh(), PNG)).toMatchObject(refused);
  const group = (ids: number[]) => ({ new: { direct_members: ids, direct_subgroups: [] } });
  await owner.connection.call(updateRealm, { can_add_custom_emoji_group: group([owner.id]) });
  expect(await upload(ada, fresh(), PNG)).toMatchObject(refused);
  expect(await upload(owner, fresh(), PNG)).toMatchObject({ status: 200 });
  await owner.connection.call(updateRealm, { can_add_custom_emoji_group: group([owner.id, ada.id]) });
  expect(await upload(ada, fresh(), PNG)).toMatchObject({ status: 200 });
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
