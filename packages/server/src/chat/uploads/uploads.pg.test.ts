import { roles } from '@parley/contract/rights/roles.ts';
import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import {
  deleteMessage,
  getMessage,
  sendMessage,
  updateMessage,
} from '@parley/contract/endpoints/messages.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import {
  checkThumbnailStatus,
  getAttachments,
  getFileTemporaryUrl,
  removeAttachment,
} from '@parley/contract/endpoints/uploads.ts';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { pictureOf, uploadAs } from '@parley/test-support/files.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';
import { channelOf, heardBy, say } from '@parley/test-support/talk.ts';
import { spoolDirectory } from '../../engine/files/store.ts';
import { expireUnusedFiles, UNUSED_DAYS } from './expire.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user({ fullName: 'Ada' });
  grace = await server.user({ fullName: 'Grace' });
});
afterAll(() => server.stop());

function fetchAs(user: TestUser | undefined, url: string, headers: Record<string, string> = {}) {
  return raw(server, url, { ...(user === undefined ? {} : { as: user }), headers });
}

function list(user: TestUser) {
  return user.connection.call(getAttachments);
}

function pathOf(url: string) {
  const [, realm = '', filename = ''] = /^\/user_uploads\/(\d+)\/(.*)$/.exec(url) ?? [];
  return { realm_id_str: Number(realm), filename: decodeURIComponent(filename) };
}

async function filesKept() {
  const kept = path.join(server.server.world.config.files.directory, 'kept');
  return (await readdir(kept, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
}

describe('uploading', () => {
  test('the owner downloads an uploaded file unchanged and finds the file in the list', async () => {
    const received = await heardBy({ ada, grace }, ['attachment'], async () => {
      await uploadAs(ada, 'My notes.txt', 'hello');
    });
    const { attachments, upload_space_used } = await list(ada);
    const [file] = attachments;
    expect(file).toMatchObject({ name: 'My notes.txt', size: 5, message_ids: [] });
    expect(file?.path_id).toMatch(/^\d+\/[0-9a-f]{2}\/[\w-]{24}\/My-notes\.txt$/);
    expect(upload_space_used).toBe(5);
    expect(received.ada).toMatchObject([
      { type: 'attachment', op: 'add', attachment: file, upload_space_used: 5 },
    ]);
    expect(received.grace).toEqual([]);
    const back = await fetchAs(ada, `/user_uploads/${file?.path_id}`);
    expect([back.status, String(back.body)]).toEqual([200, 'hello']);
    expect(back.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `inline; filename="My notes.txt"; filename*=UTF-8''My%20notes.txt`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  test.each(['file', 'photo.png', ''])('the form field may be named %j', async (field) => {
    const form = new FormData();
    form.append(field, new Blob(['x']), 'x.txt');
    form.append('client', 'test');
    const answer = await fetch(`${server.url}/api/v1/user_uploads`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
    });
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ result: 'success', filename: 'x.txt' });
    expect(body['uri']).toBe(body['url']);
  });

  test('requests without a file, with two files or without credentials are refused', async () => {
    const post = (parts: string[], as: TestUser | undefined = ada) => {
      const form = new FormData();
      for (const name of parts) form.append('file', new Blob(['x']), name);
      if (parts.length === 0) form.append('word', 'x');
      return fetch(`${server.url}/api/v1/user_uploads`, {
        method: 'POST',
        body: form,
        headers: as === undefined ? {} : { authorization: `Basic ${btoa(`${as.email}:${as.apiKey}`)}` },
      });
    };
    expect((await post([])).status).toBe(400);
    expect((await post(['a', 'b'])).status).toBe(400);
    expect((await post(['a', 'b', 'c'])).status).toBe(400);
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x');
    const anonymous = await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', body: form });
    expect(anonymous.status).toBe(401);
    expect(
      (await raw(server, '/api/v1/user_uploads', { method: 'POST', as: ada, form: { file: 'x' } })).status,
    ).toBe(400);
  });

  test('an empty file is accepted', async () => {
    const { url } = await uploadAs(ada, 'empty.bin', '');
    const back = await fetchAs(ada, url);
    expect([back.status, back.body.length]).toEqual([200, 0]);
  });

  test('uploads leave no temporary files', async () => {
    const { directory } = server.server.world.config.files;
    expect(await readdir(path.join(directory, 'incoming'))).toEqual([]);
  });

  test.each([
    ['page.html', '<html><script>alert(1)</script>', 'text/plain; charset=utf-8', 'inline'],
    [
      'drawing.svg',
      '<?xml version="1.0"?><svg xmlns="x"><script/></svg>',
      'application/octet-stream',
      'attachment',
    ],
    ['program.pdf', '%PDF-1.7\n', 'application/pdf', 'attachment'],
    ['archive.zip', Buffer.from('504b030414000000080000000000', 'hex'), 'application/zip', 'attachment'],
    ['data.png', Buffer.from([0, 1, 2, 3, 255]), 'application/octet-stream', 'attachment'],
  ])('%s is never served as a page of our origin', async (name, content, type, disposition) => {
    const { url } = await uploadAs(ada, name, content);
    const back = await fetchAs(ada, url);
    expect(back.headers['content-type']).toBe(type);
    expect(back.headers['content-disposition']).toMatch(new RegExp(`^${disposition};`));
    expect(back.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    const saved = await fetchAs(ada, url.replace('/user_uploads/', '/user_uploads/download/'));
    expect(saved.headers['content-disposition']).toMatch(/^attachment;/);
  });

  test('a range of a file can be fetched', async () => {
    const { url } = await uploadAs(ada, 'digits.txt', '0123456789');
    const part = async (range: string) => {
      const { status, body, headers } = await fetchAs(ada, url, { range });
      return [status, String(body), headers['content-range']];
    };
    expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await part('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await part('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await part('bytes=5-99')).toEqual([206, '56789', 'bytes 5-9/10']);
    expect(await part('bytes=10-')).toEqual([416, '', 'bytes */10']);
    expect(await part('bytes=4-2')).toEqual([200, '0123456789', undefined]);
    expect(await part('lines=1-2')).toEqual([200, '0123456789', undefined]);
  });
});

describe('visibility of a file', () => {
  const privateChannel = async (name: string, users: TestUser[]) => {
    const id = await channelOf(server, name, users);
    await server.server.world.pool.all(sql`update channel set is_private = true where id = ${id}`);
    return id;
  };
  const statusFor = async (user: TestUser | undefined, url: string) => (await fetchAs(user, url)).status;

  test('a file is visible to its owner, and to readers of messages while they refer to the file', async () => {
    const { url } = await uploadAs(ada, 'plan.txt', 'secret');
    const outsider = await server.user();
    expect([await statusFor(ada, url), await statusFor(grace, url)]).toEqual([200, 404]);
    expect(await statusFor(undefined, url)).toBe(401);
    const channel = await privateChannel('Plans', [ada, grace]);
    const id = await say(ada, channel, 'Tea', `[plan](${url})`);
    expect([await statusFor(grace, url), await statusFor(outsider, url)]).toEqual([200, 404]);
    await ada.connection.call(deleteMessage, { message_id: id });
    expect([await statusFor(ada, url), await statusFor(grace, url)]).toEqual([200, 404]);
  });

  test('a file in a public channel is visible to all users but guests', async () => {
    const { url } = await uploadAs(ada, 'open.txt', 'x');
    const guest = await server.user({ role: roles.guest });
    const outsider = await server.user();
    await say(ada, await channelOf(server, 'Open', [ada]), 'Tea', `see ${url} or [it](${url})`);
    expect([await statusFor(outsider, url), await statusFor(guest, url)]).toEqual([200, 404]);
  });

  test('a file in protected history is visible to users subscribed at the time of the message', async () => {
    const channel = await privateChannel('Vault', [ada, grace]);
    await server.server.world.pool.all(
      sql`update channel set is_history_public = false where id = ${channel}`,
    );
    const { url } = await uploadAs(ada, 'vault.txt', 'x');
    await say(ada, channel, 'Tea', `[v](${url})`);
    expect(await statusFor(grace, url)).toBe(200);
    await server.server.world.pool.all(
      sql`update subscription set periods = '{}' where user_id = ${grace.id} and channel_id = ${channel}`,
    );
    expect(await statusFor(grace, url)).toBe(404);
  });

  test('a file in a direct message is visible to its recipients', async () => {
    const { url } = await uploadAs(ada, 'direct.txt', 'x');
    const other = await server.user();
    await ada.connection.call(sendMessage, { type: 'direct', to: [grace.id], content: `[d](${url})` });
    expect([await statusFor(grace, url), await statusFor(other, url)]).toEqual([200, 404]);
    const { url: temporary } = await grace.connection.call(getFileTemporaryUrl, pathOf(url));
    expect(await statusFor(undefined, temporary)).toBe(200);
    await expect(other.connection.call(getFileTemporaryUrl, pathOf(url))).rejects.toMatchObject({
      status: 404,
      code: 'BAD_REQUEST',
    });
  });

  test('writing the path of a hidden file does not make the file visible', async () => {
    const { url } = await uploadAs(ada, 'mine.txt', 'x');
    const channel = await channelOf(server, 'Thieves', [grace]);
    const id = await say(grace, channel, 'Tea', `[x](${url})`);
    expect(await statusFor(grace, url)).toBe(404);
    const { message } = await grace.connection.call(getMessage, { message_id: id });
    expect(message.content).toContain('<a href=');
    const found = await grace.connection.call(getMessages, {
      narrow: [{ operator: 'has', operand: 'attachment' }],
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
    });
    expect(found.messages.map((one) => one.id)).not.toContain(id);
  });

  test('a file is hidden from users of other organizations', async () => {
    const realmId = await server.realm('elsewhere');
    const stranger = await server.user({ realmId, host: 'elsewhere.parley.test', role: roles.owner });
    const { url } = await uploadAs(ada, 'here.txt', 'x');
    await say(ada, await channelOf(server, 'Here', [ada]), 'Tea', `[h](${url})`);
    const there = await raw(server, url, { as: stranger, host: 'elsewhere.parley.test' });
    expect(there.status).toBe(404);
    const { url: temporary } = await ada.connection.call(getFileTemporaryUrl, pathOf(url));
    expect((await raw(server, temporary, { host: 'elsewhere.parley.test' })).status).toBe(404);
    expect((await raw(server, temporary)).status).toBe(200);
  });

  test.each([
    '/user_uploads/',
    '/user_uploads/1',
    '/user_uploads/1/../../etc/passwd',
    '/user_uploads/1/%2e%2e/%2e%2e/etc/passwd',
    '/user_uploads/1/ab/x%00y',
    '/user_uploads/thumbnail/1/ab/x/840x560.webp',
    '/user_uploads/thumbnail/x',
    '/user_uploads/temporary/abc/x.txt',
    '/user_uploads/temporary/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/x.txt',
  ])('%s is not found', async (url) => {
    expect((await fetchAs(ada, url)).status).toBe(404);
  });

  test('a temporary URL expires', async () => {
    const { url } = await uploadAs(ada, 'short.txt', 'x');
    const { world } = server.server;
    const { temporaryUrl: temporaryAddress } = await import('./temporary.ts');
    const [file] = await world.pool.all(
      sql<import('./rows.ts').AttachmentRow>`select * from attachment where name = 'short.txt'`,
    );
    if (file === undefined) throw new Error(url);
    const now = world.clock.now();
    expect((await fetchAs(undefined, temporaryAddress(world.sealer, file, now))).status).toBe(200);
    expect((await fetchAs(undefined, temporaryAddress(world.sealer, file, now - 61_000))).status).toBe(404);
  });
});

describe('messages with files', () => {
  test('the owner receives the ids of messages that refer to a file', async () => {
    const { url } = await uploadAs(grace, 'shared.txt', 'x');
    const channel = await channelOf(server, 'Sharing', [ada, grace]);
    let ids: number[] = [];
    const received = await heardBy({ ada, grace }, ['attachment', 'message'], async () => {
      ids = [
        await say(grace, channel, 'Tea', `[s](${url})`),
        await say(ada, channel, 'Tea', `again [s](${url})`),
      ];
    });
    const updates = (received.grace as unknown as { type: string; attachment: { message_ids: number[] } }[])
      .filter(({ type }) => type === 'attachment')
      .map(({ attachment }) => attachment.message_ids);
    expect(updates).toEqual([[ids[0]], ids]);
    expect(received.ada.map(({ type }) => type)).toEqual(['message', 'message']);
    const { attachments } = await list(grace);
    expect(attachments.find(({ name }) => name === 'shared.txt')?.message_ids).toEqual(ids);
    const found = await ada.connection.call(getMessages, {
      narrow: [{ operator: 'has', operand: 'attachment' }],
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
    });
    expect(found.messages.map(({ id }) => id)).toEqual(ids);
  });

  test('an edit replaces files and returns those without other messages', async () => {
    const one = await uploadAs(ada, 'one.txt', '1');
    const two = await uploadAs(ada, 'two.txt', '2');
    const channel = await channelOf(server, 'Edits', [ada, grace]);
    const message_id = await say(ada, channel, 'Tea', `[1](${one.url})`);
    const { detached_uploads } = await ada.connection.call(updateMessage, {
      message_id,
      content: `[2](${two.url})`,
    });
    expect(detached_uploads).toMatchObject([{ name: 'one.txt', message_ids: [] }]);
    expect((await fetchAs(grace, one.url)).status).toBe(404);
    expect((await fetchAs(grace, two.url)).status).toBe(200);
    const same = await ada.connection.call(updateMessage, { message_id, content: `still [2](${two.url})` });
    expect(same.detached_uploads).toEqual([]);
  });

  test('an image is rendered with its thumbnail', async () => {
    const { url } = await uploadAs(ada, 'große Karte.png', await pictureOf(1200, 600));
    const channel = await channelOf(server, 'Pictures', [ada, grace]);
    const message_id = await say(ada, channel, 'Tea', `[map](${url})`);
    const { message } = await grace.connection.call(getMessage, { message_id });
    const [, source = ''] = /<img[^>]* src="([^"]*)"/.exec(message.content) ?? [];
    expect(message.content).toContain('<div class="message_inline_image">');
    expect(message.content).toContain('data-original-dimensions="1200x600"');
    expect(message.content).toContain('data-original-content-type="image/png"');
    expect(source).toBe(`/user_uploads/thumbnail/${url.replace('/user_uploads/', '')}/840x560.webp`);
    const small = await fetchAs(grace, source);
    expect(small.headers['content-type']).toBe('image/webp');
    expect(await sharp(small.body).metadata()).toMatchObject({ width: 840, height: 420, format: 'webp' });
    expect(await grace.connection.call(checkThumbnailStatus, pathOf(url))).toMatchObject({
      has_thumbnail: true,
    });
    const inline = await say(ada, channel, 'Tea', `![map](${url})`);
    const shown = await grace.connection.call(getMessage, { message_id: inline });
    expect(shown.message.content).toContain('class="inline-image"');
    expect((await fetchAs(grace, source.replace('840x560', '99x99'))).status).toBe(404);
    expect((await fetchAs(grace, source.replace('.webp', '-anim.webp'))).status).toBe(404);
  });

  async function uploadFilm(name: string): Promise<string> {
    const frames = ['#ff0000', '#00ff00'].map((background) =>
      sharp({ create: { width: 90, height: 60, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    const film = sharp(await Promise.all(frames), { join: { animated: true } }).gif();
    const { url } = await uploadAs(ada, name, await film.toBuffer());
    return `/user_uploads/thumbnail/${url.replace('/user_uploads/', '')}/840x560-anim.webp`;
  }

  test('an animated thumbnail is made when a client requests it, and deleted with its file', async () => {
    const before = (await filesKept()).length;
    const thumbnail = await uploadFilm('film.gif');
    expect((await filesKept()).length).toBe(before + 2);
    for (const { body, headers } of await Promise.all([fetchAs(ada, thumbnail), fetchAs(ada, thumbnail)])) {
      expect((await sharp(body).metadata()).pages).toBe(2);
      expect(headers['cache-control']).toContain('immutable');
    }
    expect((await filesKept()).length).toBe(before + 3);
    const file = (await list(ada)).attachments.find(({ name }) => name === 'film.gif');
    await ada.connection.call(removeAttachment, { attachment_id: file?.id ?? 0 });
    expect((await filesKept()).length).toBe(before);
  });

  test('a client that cannot wait for an animated thumbnail gets the still one for now', async () => {
    const thumbnail = await uploadFilm('waiting.gif');
    const source = Promise.withResolvers<undefined>();
    const share = { realmId: server.realmId, userId: ada.id };
    const others = [1, 2, 3].map(() => server.server.world.pictures.make(share, () => source.promise, []));
    const still = await fetchAs(ada, thumbnail);
    expect(still.headers['cache-control']).toBe('no-store');
    expect((await sharp(still.body).metadata()).pages ?? 1).toBe(1);
    source.resolve(undefined);
    await Promise.all(others);
    expect((await sharp((await fetchAs(ada, thumbnail)).body).metadata()).pages).toBe(2);
  });

  test('a file with a false image type has no thumbnail', async () => {
    const { url } = await uploadAs(ada, 'fake.png', 'not a picture');
    expect(await ada.connection.call(checkThumbnailStatus, pathOf(url))).toMatchObject({
      has_thumbnail: false,
    });
  });
});

describe('removing', () => {
  test('only the owner removes a file, which deletes its bytes', async () => {
    const { url } = await uploadAs(ada, 'gone.png', await pictureOf(900, 900));
    const channel = await channelOf(server, 'Removing', [ada, grace]);
    await say(ada, channel, 'Tea', `[g](${url})`);
    const before = (await filesKept()).length;
    const file = (await list(ada)).attachments.find(({ name }) => name === 'gone.png');
    const attachment_id = file?.id ?? 0;
    await expect(grace.connection.call(removeAttachment, { attachment_id })).rejects.toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
    });
    const used = (await list(ada)).upload_space_used;
    const received = await heardBy({ ada, grace }, ['attachment'], () =>
      ada.connection.call(removeAttachment, { attachment_id }),
    );
    const left = used - (file?.size ?? 0);
    expect(received.ada).toMatchObject([
      { op: 'remove', attachment: { id: attachment_id }, upload_space_used: left },
    ]);
    expect(received.grace).toEqual([]);
    expect((await list(ada)).upload_space_used).toBe(left);
    expect([(await fetchAs(ada, url)).status, (await fetchAs(grace, url)).status]).toEqual([404, 404]);
    expect((await filesKept()).length).toBe(before - 2);
    await expect(ada.connection.call(removeAttachment, { attachment_id })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('files unused for a month are deleted, except those in messages and drafts', async () => {
    const user = await server.user();
    const upload = async (name: string) => (await uploadAs(user, name, name)).url;
    const [unused, young, drafted, used] = [
      await upload('unused'),
      await upload('young'),
      await upload('drafted'),
      await upload('used'),
    ];
    await say(user, await channelOf(server, 'Cleaning', [user]), 'Tea', `[u](${used})`);
    await user.connection.call(createDrafts, {
      drafts: [{ type: '', to: [], topic: '', content: `[d](${drafted})` }],
    });
    await server.server.world.pool.all(
      sql`update attachment set unused_since = unused_since - make_interval(days => ${UNUSED_DAYS}, mins => 1)
        where name <> 'young' and unused_since is not null and user_id = ${user.id}`,
    );
    const received = await heardBy({ user }, ['attachment'], () => expireUnusedFiles(server.server.world));
    expect(received.user).toMatchObject([{ op: 'remove' }]);
    const statuses = await Promise.all(
      [unused, young, drafted, used].map(async (url) => (await fetchAs(user, url)).status),
    );
    expect(statuses).toEqual([404, 200, 200, 200]);
  });

  test('a node whose clock is ahead deletes nothing', async () => {
    const { url } = await uploadAs(ada, 'wanted.txt', 'wanted');
    const { world } = server.server;
    await world.pool.all(sql`update attachment set state = 'arriving' where name = 'wanted.txt'`);
    const clock = { ...world.clock, now: () => world.clock.now() + 400 * 86_400_000 };
    const arriving = path.join(spoolDirectory(world.config.files), 'arriving');
    await writeFile(arriving, 'half of it');
    await expireUnusedFiles({ ...world, clock });
    await rm(arriving);
    await world.pool.all(sql`update attachment set state = 'kept' where name = 'wanted.txt'`);
    expect((await fetchAs(ada, url)).status).toBe(200);
  });

  test('unfinished uploads and remains of deleted files are cleaned up', async () => {
    const { url } = await uploadAs(ada, 'half.txt', 'half');
    const { world } = server.server;
    await world.pool.all(
      sql`update attachment set state = 'arriving', unused_since = now() - interval '3 hours' where name = 'half.txt'`,
    );
    expect((await fetchAs(ada, url)).status).toBe(404);
    const before = (await filesKept()).length;
    const used = (await list(ada)).upload_space_used;
    await expireUnusedFiles(world);
    expect((await list(ada)).upload_space_used).toBe(used - 4);
    expect((await filesKept()).length).toBe(before - 1);
    expect(await world.pool.all(sql`select 1 from attachment where state <> 'kept'`)).toEqual([]);
  });
});

test('registration contains the upload limits', async () => {
  const state = await ada.connection.call(registerQueue, { event_types: ['realm'] });
  expect(state).toMatchObject({
    max_file_upload_size_mib: 100,
    realm_upload_quota_mib: 51_200,
    server_thumbnail_formats: [
      { name: '840x560-anim.webp', max_width: 840, max_height: 560, format: 'webp', animated: true },
      { name: '840x560.webp', max_width: 840, max_height: 560, format: 'webp', animated: false },
    ],
  });
});
