import { room } from '@parley/rules/steps/channels.ts';
import {
  holds,
  items,
  missing,
  numberAt,
  plain,
  refused,
  same,
  success,
  textAt,
} from '@parley/rules/expect.ts';
import { fetchFile, files, keepFile, PICTURE, sendFile } from '@parley/rules/steps/files.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const UPLOAD = 'upload-file';
const PASS = 'get-file-temporary-url';
const SMALL = 'check-thumbnail-status';
const LIST = 'get-attachments';
const REMOVE = 'remove-attachment';
const SHOW = 'files';

async function say(w: World, as: Credentials, to: number, content: string): Promise<number> {
  const form = { type: 'channel', to, topic: 'files', content };
  return numberAt(success(await w.ask('POST', '/messages', { as, form })), 'id');
}

async function whisper(w: World, as: Credentials, to: readonly number[], content: string): Promise<number> {
  return numberAt(
    success(await w.ask('POST', '/messages', { as, form: { type: 'direct', to, content } })),
    'id',
  );
}

function pass(w: World, as: Credentials, path: string) {
  return w.ask('GET', `/user_uploads${path}`, { as });
}

function small(w: World, as: Credentials, path: string) {
  return w.ask('GET', `/thumbnail/status${path}`, { as });
}

async function status(w: World, as: Credentials | undefined, url: string): Promise<number> {
  return (await fetchFile(w, as, url)).status;
}

async function rendered(w: World, as: Credentials, id: number): Promise<string> {
  return textAt(success(await w.ask('GET', `/messages/${id}`, { as })), 'message', 'content');
}

async function onlyFile(w: World, as: Credentials) {
  const [file] = await files(w, as);
  return file ?? {};
}

async function idOf(w: World, as: Credentials): Promise<number> {
  return Number((await onlyFile(w, as))['id']);
}

export const uploadRules: readonly Rule[] = [
  rule('FIL-1', UPLOAD, 'A file that is uploaded can be fetched again, byte by byte.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as, 'a.txt', 'these very words');
    same((await fetchFile(w, as, url)).text, 'these very words', 'the content');
  }),
  rule('FIL-2', UPLOAD, 'The field may have any name; clients use the name of the file.', async (w) => {
    success(await sendFile(w, await w.user(), 'photo.png', PICTURE, 'photo.png'));
  }),
  rule('FIL-3', UPLOAD, 'The address stands in the answer twice, as `url` and as `uri`.', async (w) => {
    const answer = success(await sendFile(w, await w.user(), 'a.txt', 'x'));
    same(answer.at('uri'), answer.at('url'), '`uri`');
  }),
  rule('FIL-4', UPLOAD, 'The answer names the file as it was called.', async (w) => {
    const answer = success(await sendFile(w, await w.user(), 'my holiday.txt', 'x'));
    same(answer.at('filename'), 'my holiday.txt', '`filename`');
  }),
  rule(
    'FIL-5',
    UPLOAD,
    'The address begins with the organization and ends with the name, blanks as dashes.',
    async (w) => {
      const { url } = await keepFile(w, await w.user(), 'my holiday (1).txt', 'x');
      holds(
        /^\/user_uploads\/\d+\/.+\/my-holiday-1\.txt$/.test(url),
        'an address that ends with the name',
        url,
      );
    },
  ),
  rule('FIL-6', UPLOAD, 'Two files of one name have different addresses.', async (w) => {
    const as = await w.user();
    const [one, two] = [await keepFile(w, as), await keepFile(w, as)];
    holds(one.url !== two.url, 'two addresses', [one.url, two.url]);
  }),
  rule('FIL-7', UPLOAD, 'An address holds at least 100 random bits.', async (w) => {
    const { url } = await keepFile(w, await w.user());
    holds(/\/[\w-]{20,}\//.test(url), 'a long random part', url);
  }),
  rule('FIL-8', UPLOAD, 'A name never leads out of its place.', async (w) => {
    const { url } = await keepFile(w, await w.user(), '../../../etc/passwd', 'x');
    holds(!url.includes('..') && url.endsWith('/passwd'), 'an address without dots', url);
  }),
  rule('FIL-9', UPLOAD, 'A name of nothing but dots is replaced.', async (w) => {
    const { url } = await keepFile(w, await w.user(), '..', 'x');
    holds(!/\/\.+$/.test(url), 'another name', url);
  }),
  rule('FIL-10', UPLOAD, 'Marks that turn the direction of a name are left out.', async (w) => {
    const { name } = await keepFile(w, await w.user(), 'invoice\u202Efdp.exe', 'x');
    same(name, 'invoicefdp.exe', 'the name');
  }),
  rule('FIL-11', UPLOAD, 'A request without a file is refused.', async (w) => {
    const as = await w.user();
    refused(await w.ask('POST', '/user_uploads', { as, form: {} }));
    refused(await w.ask('POST', '/user_uploads', { as, multipart: { word: 'x' } }));
  }),
  rule('FIL-12', UPLOAD, 'Two files in one request are refused.', async (w) => {
    const part = (name: string) => ({ name, content: 'x' });
    refused(await w.ask('POST', '/user_uploads', { as: await w.user(), files: [part('a'), part('b')] }));
  }),
  rule('FIL-13', UPLOAD, 'An upload without credentials is refused.', async (w) => {
    refused(await sendFile(w, undefined, 'a.txt', 'x'), 'UNAUTHORIZED');
  }),
  rule('FIL-14', UPLOAD, 'Guests and bots may upload.', async (w) => {
    const user = await w.user();
    success(await sendFile(w, await w.user({ role: 600 }), 'a.txt', 'x'));
    success(await sendFile(w, await w.bot(user), 'a.txt', 'x'));
  }),
  rule('FIL-15', UPLOAD, 'A file without a byte is a file.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as, 'empty', '');
    same((await fetchFile(w, as, url)).text, '', 'the content');
  }),
  rule('FIL-16', UPLOAD, 'A body that breaks off in the middle of a file is refused.', async (w) => {
    const as = await w.user();
    const raw = '--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nhalf of it';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    refused(await w.ask('POST', '/user_uploads', { as, raw, headers }));
    same(await files(w, as), [], 'the files');
  }),
  rule(
    'FIL-17',
    UPLOAD,
    'The owner receives an event about a new file, and no other user does.',
    async (w) => {
      const as = await w.user();
      const queue = await w.listen(as, { event_types: ['attachment'] });
      const other = await w.listen(await w.owner(), { event_types: ['attachment'] });
      await keepFile(w, as, 'a.txt', 'four');
      const [event] = await queue.events();
      const expected = {
        type: 'attachment',
        op: 'add',
        attachment: await onlyFile(w, as),
        upload_space_used: 4,
      };
      same({ ...event, id: 0 }, { id: 0, ...expected }, 'the event');
      same(await other.events(), [], "the others' events");
    },
  ),
  rule(
    'FIL-18',
    UPLOAD,
    'Registration reports the largest file and the small copies that there are.',
    async (w) => {
      const { registered } = await w.listen(await w.user(), { event_types: ['realm'] });
      holds(
        numberAt(registered, 'max_file_upload_size_mib') > 0,
        'a size',
        registered.at('max_file_upload_size_mib'),
      );
      const names = items(registered, 'server_thumbnail_formats').map(({ name }) => name);
      same(names, ['840x560-anim.webp', '840x560.webp'], 'the formats');
    },
  ),

  rule('FIL-19', LIST, 'A user without uploads has no files.', async (w) => {
    same(await files(w, await w.user()), [], 'the files');
  }),
  rule('FIL-20', LIST, 'A file is listed with its name, its size and the end of its address.', async (w) => {
    const as = await w.user();
    const { path, name } = await keepFile(w, as, 'a b.txt', 'twelve bytes');
    const { id: _, create_time, ...rest } = await onlyFile(w, as);
    same(rest, { name, path_id: path.slice(1), size: 12, message_ids: [] }, 'the file');
    holds(Math.abs(Number(create_time) - Date.now() / 1000) < 600, 'seconds of now', create_time);
  }),
  rule('FIL-21', LIST, 'Files stand in the order in which they were uploaded.', async (w) => {
    const as = await w.user();
    for (const name of ['b', 'a', 'c']) await keepFile(w, as, name);
    same(
      (await files(w, as)).map(({ name }) => name),
      ['b', 'a', 'c'],
      'the names',
    );
  }),
  rule(
    'FIL-22',
    LIST,
    'The files of other users are not listed, not even for the owner of the organization.',
    async (w) => {
      await keepFile(w, await w.user(), 'mine.txt');
      const seen = (await files(w, await w.owner())).map(({ name }) => name);
      holds(!seen.includes('mine.txt'), 'a list without it', seen);
    },
  ),
  rule('FIL-23', LIST, 'The space that is used is that of the whole organization.', async (w) => {
    await keepFile(w, await w.user(), 'a', '123');
    const as = await w.user();
    await keepFile(w, as, 'b', '4567');
    same(success(await w.ask('GET', '/attachments', { as })).at('upload_space_used'), 7, 'the space');
  }),
  rule('FIL-24', LIST, 'A file is listed with the messages that refer to it.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const { url } = await keepFile(w, as);
    const ids = [await say(w, as, place.id, `[a](${url})`), await say(w, as, place.id, `[b](${url})`)];
    same((await onlyFile(w, as))['message_ids'], ids, 'the messages');
  }),

  rule('FIL-25', REMOVE, 'A file that is deleted is gone for everybody.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as);
    plain(await w.ask('DELETE', `/attachments/${await idOf(w, as)}`, { as }));
    same([await status(w, as, url), await files(w, as)], [404, []], 'what is left');
  }),
  rule('FIL-26', REMOVE, 'The files of other users cannot be deleted.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as);
    refused(await w.ask('DELETE', `/attachments/${await idOf(w, as)}`, { as: await w.owner() }));
    same(await status(w, as, url), 200, 'the status');
  }),
  rule('FIL-27', REMOVE, 'A file is deleted once.', async (w) => {
    const as = await w.user();
    await keepFile(w, as);
    const id = await idOf(w, as);
    plain(await w.ask('DELETE', `/attachments/${id}`, { as }));
    refused(await w.ask('DELETE', `/attachments/${id}`, { as }));
  }),
  rule('FIL-28', REMOVE, 'The owner receives the deletion of a file and the used space.', async (w) => {
    const as = await w.user();
    await keepFile(w, as);
    const id = await idOf(w, as);
    const queue = await w.listen(as, { event_types: ['attachment'] });
    plain(await w.ask('DELETE', `/attachments/${id}`, { as }));
    const [event] = await queue.events();
    const expected = { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: 0 };
    same({ ...event, id: 0 }, { id: 0, ...expected }, 'the event');
  }),

  rule('FIL-29', SHOW, 'A file to which no message refers is its owner’s alone.', async (w) => {
    const { url } = await keepFile(w, await w.user());
    same(
      [await status(w, await w.owner(), url), await status(w, undefined, url)],
      [404, 401],
      'the statuses',
    );
  }),
  rule(
    'FIL-30',
    SHOW,
    'A user who reads a message in a public channel sees its files; guests elsewhere do not.',
    async (w) => {
      const as = await w.user();
      const { url } = await keepFile(w, as);
      await say(w, as, (await room(w, as)).id, `[a](${url})`);
      const seen = [await status(w, await w.user(), url), await status(w, await w.user({ role: 600 }), url)];
      same(seen, [200, 404], 'the statuses');
    },
  ),
  rule(
    'FIL-31',
    SHOW,
    'A file in a private channel is for those in it; administrators are not.',
    async (w) => {
      const [as, friend] = [await w.user(), await w.user()];
      const { url } = await keepFile(w, as);
      await say(w, as, (await room(w, as, { others: [friend], invite_only: true })).id, `[a](${url})`);
      same([await status(w, friend, url), await status(w, await w.owner(), url)], [200, 404], 'the statuses');
    },
  ),
  rule('FIL-32', SHOW, 'A file in a direct message is for those to whom it was sent.', async (w) => {
    const [as, friend] = [await w.user(), await w.user()];
    const { url } = await keepFile(w, as);
    await whisper(w, as, [friend.id], `[a](${url})`);
    same([await status(w, friend, url), await status(w, await w.user(), url)], [200, 404], 'the statuses');
  }),
  rule('FIL-33', SHOW, 'A user who writes the address of a hidden file gains no access to it.', async (w) => {
    const { url } = await keepFile(w, await w.user());
    const thief = await w.user();
    await say(w, thief, (await room(w, thief)).id, `[a](${url})`);
    same(await status(w, thief, url), 404, 'the status');
  }),
  rule(
    'FIL-34',
    SHOW,
    'When the message is deleted, its readers lose the file and the owner keeps it.',
    async (w) => {
      const as = await w.user();
      const { url } = await keepFile(w, as);
      const id = await say(w, as, (await room(w, as)).id, `[a](${url})`);
      plain(await w.ask('DELETE', `/messages/${id}`, { as: await w.owner() }));
      same([await status(w, await w.user(), url), await status(w, as, url)], [404, 200], 'the statuses');
    },
  ),
  rule('FIL-35', SHOW, 'Another organization has nothing to do with it.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as);
    await say(w, as, (await room(w, as)).id, `[a](${url})`);
    const other = await w.neighbour();
    same(await status(other, await other.owner(), url), 404, 'the status');
  }),
  rule('FIL-36', SHOW, 'A file is never a page: no types are guessed, and nothing in it runs.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as, 'page.html', '<html><script>alert(1)</script></html>');
    const { headers } = await fetchFile(w, as, url);
    same(headers['x-content-type-options'], 'nosniff', 'the header');
    holds(!/html|svg|xml/.test(String(headers['content-type'])), 'another type', headers['content-type']);
    holds(
      /sandbox/.test(String(headers['content-security-policy'])),
      'a sandbox',
      headers['content-security-policy'],
    );
  }),
  rule('FIL-37', SHOW, 'A drawing that could run programs is saved, not shown.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(
      w,
      as,
      'a.svg',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    );
    const { headers } = await fetchFile(w, as, url);
    holds(
      String(headers['content-disposition']).startsWith('attachment'),
      'to be saved',
      headers['content-disposition'],
    );
  }),
  rule('FIL-38', SHOW, 'A picture is shown as what its bytes say, whatever it is called.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as, 'data.bin', PICTURE);
    const { headers } = await fetchFile(w, as, url);
    same(headers['content-type'], 'image/png', 'the type');
    holds(
      String(headers['content-disposition']).startsWith('inline'),
      'to be shown',
      headers['content-disposition'],
    );
  }),
  rule('FIL-39', SHOW, 'A part of a file can be fetched.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as, 'a.txt', '0123456789');
    const part = await fetchFile(w, as, url, { range: 'bytes=2-4' });
    same([part.status, part.text, part.headers['content-range']], [206, '234', 'bytes 2-4/10'], 'the part');
  }),
  rule('FIL-40', SHOW, 'A part behind the end is refused with 416.', async (w) => {
    const as = await w.user();
    const { url } = await keepFile(w, as, 'a.txt', '0123456789');
    same((await fetchFile(w, as, url, { range: 'bytes=10-12' })).status, 416, 'the status');
  }),
  rule('FIL-41', SHOW, 'Files are not kept by caches that several users share.', async (w) => {
    const as = await w.user();
    const { headers } = await fetchFile(w, as, (await keepFile(w, as)).url);
    holds(
      /private|no-store/.test(String(headers['cache-control'])),
      'a private answer',
      headers['cache-control'],
    );
  }),

  rule('FIL-42', PASS, 'A temporary address opens a file without credentials.', async (w) => {
    const as = await w.user();
    const { path } = await keepFile(w, as, 'a.txt', 'words');
    const url = textAt(success(await pass(w, as, path)), 'url');
    same((await fetchFile(w, undefined, url)).text, 'words', 'the content');
  }),
  rule(
    'FIL-43',
    PASS,
    'A user who may not see a file gets no temporary address; the file looks missing.',
    async (w) => {
      const { path } = await keepFile(w, await w.user());
      const as = await w.user();
      missing(await pass(w, as, path));
      missing(await pass(w, as, '/1/ab/nothing/here.txt'));
    },
  ),
  rule('FIL-44', PASS, 'A temporary address that was changed opens nothing.', async (w) => {
    const as = await w.user();
    const { path } = await keepFile(w, as);
    const url = textAt(success(await pass(w, as, path)), 'url');
    const at = url.lastIndexOf('/') - 12;
    const changed = `${url.slice(0, at)}${url[at] === 'A' ? 'B' : 'A'}${url.slice(at + 1)}`;
    same(await status(w, undefined, changed), 404, 'the status');
  }),

  rule('FIL-45', SMALL, 'A picture has small copies, a text has none.', async (w) => {
    const as = await w.user();
    const [picture, text] = [await keepFile(w, as, 'a.png', PICTURE), await keepFile(w, as)];
    same(success(await small(w, as, picture.path)).at('has_thumbnail'), true, 'of the picture');
    same(success(await small(w, as, text.path)).at('has_thumbnail'), false, 'of the text');
  }),
  rule('FIL-46', SMALL, 'A hidden file looks as if it did not exist.', async (w) => {
    const { path } = await keepFile(w, await w.user(), 'a.png', PICTURE);
    missing(await small(w, await w.user(), path));
  }),
  rule('FIL-47', SMALL, 'A link to a picture shows its small copy below the text.', async (w) => {
    const as = await w.user();
    const { url, path } = await keepFile(w, as, 'a.png', PICTURE);
    const html = await rendered(w, as, await say(w, as, (await room(w, as)).id, `[map](${url})`));
    same(
      html,
      `<p><a href="${url}">map</a></p>\n<div class="message_inline_image"><a href="${url}" title="map"><img data-original-content-type="image/png" data-original-dimensions="2x1" src="/user_uploads/thumbnail${path}/840x560.webp"></a></div>`,
      'the message',
    );
    const copy = await fetchFile(w, as, `/user_uploads/thumbnail${path}/840x560.webp`);
    same([copy.status, copy.headers['content-type']], [200, 'image/webp'], 'the copy');
  }),
  rule(
    'FIL-48',
    SMALL,
    'A picture stands in the line when it is written with an exclamation mark.',
    async (w) => {
      const as = await w.user();
      const { url } = await keepFile(w, as, 'a.png', PICTURE);
      const html = await rendered(w, as, await say(w, as, (await room(w, as)).id, `![map](${url})`));
      holds(
        html.includes('class="inline-image"') && html.includes(`data-original-src="${url}"`),
        'a picture',
        html,
      );
    },
  ),

  rule(
    'FIL-49',
    'update-message',
    'An edit that removes a file publishes the file without references.',
    async (w) => {
      const as = await w.user();
      const { url } = await keepFile(w, as);
      const id = await say(w, as, (await room(w, as)).id, `[a](${url})`);
      const answer = success(await w.ask('PATCH', `/messages/${id}`, { as, form: { content: 'nothing' } }));
      same(answer.at('detached_uploads'), [await onlyFile(w, as)], 'the files');
    },
  ),
  rule(
    'FIL-50',
    'send-message',
    'The owner of a file receives an event that a new message refers to it.',
    async (w) => {
      const as = await w.user();
      const { url } = await keepFile(w, as);
      const queue = await w.listen(as, { event_types: ['attachment'] });
      const id = await say(w, as, (await room(w, as)).id, `[a](${url})`);
      const [event] = await queue.events();
      const attachment = await onlyFile(w, as);
      same(attachment['message_ids'], [id], 'the messages');
      same(
        { ...event, id: 0 },
        { id: 0, type: 'attachment', op: 'update', attachment, upload_space_used: 10 },
        'the event',
      );
    },
  ),
  rule(
    'FIL-51',
    'get-messages',
    'Messages with files are found as such, and links to nothing are not.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const { url } = await keepFile(w, as);
      const id = await say(w, as, place.id, `[a](${url})`);
      await say(w, as, place.id, '[a](/user_uploads/1/ab/nothing/here.txt)');
      const narrow = [
        { operator: 'channel', operand: place.id },
        { operator: 'has', operand: 'attachment' },
      ];
      const query = { anchor: 'newest', num_before: 10, num_after: 0, narrow };
      const found = items(success(await w.ask('GET', '/messages', { as, query })), 'messages');
      same(
        found.map((one) => one['id']),
        [id],
        'the messages',
      );
    },
  ),
];
