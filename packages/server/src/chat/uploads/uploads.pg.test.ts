import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { getMessage } from '@parley/contract/endpoints/messages.ts';
import {
  checkThumbnailStatus,
  getAttachments,
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
});

describe('visibility of a file', () => {
  const privateChannel = async (name: string, users: TestUser[]) => {
    const id = await channelOf(server, name, users);
    await server.server.world.pool.all(sql`update channel set is_private = true where id = ${id}`);
    return id;
  };
  const statusFor = async (user: TestUser | undefined, url: string) => (await fetchAs(user, url)).status;

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
