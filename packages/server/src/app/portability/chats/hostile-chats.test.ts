import { mkdtemp, rm, symlink, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ImportSource } from '@parley/contract/objects/realm-import.ts';
import { channelFile, told } from '@parley/test-support/chat-archives/discord.ts';
import { said, writeSlack } from '@parley/test-support/chat-archives/slack.ts';
import { ZULIP_TOP } from '@parley/test-support/chat-archives/zulip.ts';
import { createTarball, type TarEntry } from '@parley/test-support/write-tar.ts';
import type { ZipEntry } from '@parley/test-support/write-zip.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeArchive } from './describe-archive.ts';
import { openArchive } from './open-archive.ts';
import { createReport, type ReportContent } from './report.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-hostile-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const REFUSED = 'files of the archive with names that lead elsewhere';

/** Reads an archive as a dry run does: what it counts, or the message with which it is refused. */
async function readAs(source: ImportSource, file: string): Promise<ReportContent | string> {
  try {
    const archive = await openArchive(source, file);
    try {
      const report = createReport();
      await describeArchive(archive, report, async () => {});
      return report.content();
    } finally {
      await archive.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The count of a kind, which is 0 in an archive that is refused with a reason. */
function takenOf(read: ReportContent | string, kind: string): number {
  if (typeof read === 'string') return read === '' ? -1 : 0;
  return read.taken[kind] ?? 0;
}

async function slack(changes: Readonly<Record<string, unknown>>, entries: readonly ZipEntry[] = []) {
  return readAs('slack', await writeSlack(path.join(directory, 'slack.zip'), changes, entries));
}

async function zulip(entries: readonly TarEntry[]): Promise<ReportContent | string> {
  const file = path.join(directory, 'zulip.tar.gz');
  const tarball = createTarball(file);
  await tarball.add({
    name: `${ZULIP_TOP}realm.json`,
    content: '{"zerver_realm":[{"id":2,"string_id":"acme"}]}',
  });
  for (const entry of entries) await tarball.add(entry);
  await tarball.close();
  return readAs('zulip', file);
}

async function mattermost(text: string): Promise<ReportContent | string> {
  const file = path.join(directory, 'export.jsonl');
  await writeFile(file, `{"type":"version","version":1}\n${text}`);
  return readAs('mattermost', file);
}

async function discord(content: unknown): Promise<ReportContent | string> {
  const file = path.join(directory, 'general.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return readAs('discord', file);
}

const GENERAL = { id: '1001', name: 'general' };

test.each([
  ['a parent', '../outside.json'],
  ['a parent in the middle', 'general/../../outside.json'],
  ['the root', '/etc/cron.d/outside'],
  ['a drive', 'C:/outside.json'],
  ['a backslash', '..\\outside.json'],
  ['a NUL', 'general/x\0.json'],
  ['a name of 2,000 characters', `${'x'.repeat(2_000)}.json`],
])('an entry that leads to %s is not read', async (_, name) => {
  const read = await slack({}, [{ name, content: JSON.stringify([said(999, 'U1', 'outside')]) }]);
  expect(read).toMatchObject({ notTaken: { [REFUSED]: 1 } });
});

test('a link in a zip is not followed', async () => {
  const link = { name: 'general/2025-11-20.json', content: '/etc/passwd', attributes: 0o120777 };
  expect(await slack({}, [link])).toMatchObject({ notTaken: { [REFUSED]: 1 } });
});

test.each([
  ['symbolic link', '2'],
  ['hard link', '1'],
  ['character device', '3'],
  ['block device', '4'],
  ['pipe', '6'],
])('a %s in a tar archive is not followed', async (_, type) => {
  const read = await zulip([{ name: `${ZULIP_TOP}messages-000001.json`, content: '', type }]);
  expect(read).toMatchObject({ notTaken: { [REFUSED]: 1 } });
});

test('a link in a directory is not followed', async () => {
  const home = path.join(directory, 'discord');
  await mkdir(home);
  await writeFile(
    path.join(home, 'a.json'),
    JSON.stringify(channelFile(GENERAL, [told('1', 0, 'ada', 'x')])),
  );
  await symlink('/etc/passwd', path.join(home, 'b.json'));
  expect(await readAs('discord', home)).toMatchObject({ notTaken: { [REFUSED]: 1 } });
});

test('a zip that claims to unpack to far more than it is, is refused', async () => {
  const bomb = { name: 'general/2025-11-20.json', content: '[]', claimed: 3 * 2 ** 30 };
  expect(await slack({}, [bomb])).toMatch(/unpacks to far more|cannot be read|damaged/);
});

test.each([
  ['a zip without a directory', Buffer.from('PK no zip at all')],
  ['a gzip that ends', gzipSync(Buffer.alloc(100_000)).subarray(0, 40)],
  ['a gzip of zeros', gzipSync(Buffer.alloc(1_000_000))],
  ['nothing', Buffer.alloc(0)],
])('%s is refused with a reason', async (_, content) => {
  const file = path.join(directory, 'file');
  await writeFile(file, content);
  for (const source of ['slack', 'zulip'] as const)
    expect(await readAs(source, file)).toEqual(expect.stringMatching(/\w/));
});

test.each([
  ['a number', 7],
  ['a text', 'users'],
  ['null', null],
  ['an object', { U1: 'Ada' }],
  ['lists in lists', [[[]], [1], 'x', null, { id: {} }, { id: 'U9', profile: 'no object' }]],
])('a list of people that is %s names nobody', async (_, users) => {
  const read = await slack({ 'users.json': users });
  expect(takenOf(read, 'people')).toBe(0);
});

test.each([
  ['a text that is an object', { text: { $ne: 1 } }],
  ['a time that is no number', { ts: 'soon' }],
  ['a time beyond all numbers', { ts: `${'9'.repeat(400)}.1` }],
  ['a sender that is a list', { user: ['U1'] }],
  ['reactions without end', { reactions: [{ name: 'x', users: 'all' }, 7, null] }],
  ['files that are paths', { files: [{ id: '../../etc/passwd', name: '../../etc/passwd' }, 'x'] }],
  ['blocks that nest 2,000 times', { blocks: nested(2_000) }],
  [
    'a key of prototypes',
    JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}') as object,
  ],
])('a message with %s does no harm', async (_, change) => {
  const message = { ...said(5, 'U1', 'x'), ...change };
  const read = await slack({ 'general/2025-11-20.json': [message, said(6, 'U1', 'good')] });
  expect(read).toMatchObject({ taken: { 'messages in channels': expect.any(Number) as number } });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

function nested(depth: number): unknown {
  let block: unknown = [];
  for (let n = 0; n < depth; n += 1) block = [{ type: 'rich_text', elements: block }];
  return block;
}

test.each([
  ['brackets without end', '['.repeat(200_000)],
  ['a text without end', `{"messages":["${'x'.repeat(100_000)}`],
  ['a list instead of a channel', '[1,2,3]'],
])('a file of a channel with %s is refused or empty', async (_, text) => {
  const read = await discord(text);
  expect(takenOf(read, 'messages in channels')).toBe(0);
});

test('a message that is longer than any message ends the reading of its file', async () => {
  const read = await discord(
    channelFile(GENERAL, [told('1', 0, 'ada', 'x'.repeat(70_000_000)), told('2', 1, 'ada', 'good')]),
  );
  expect(read).toEqual({ taken: { channels: 1 }, notTaken: { 'ends of files that cannot be read': 1 } });
});

test.each([
  ['a line of 80 MB', `{"type":"post","post":{"message":"${'x'.repeat(80_000_000)}"}}\n`],
  ['lines that are no JSON', 'no json\n{"type":\n'],
  ['a type of prototypes', '{"type":"__proto__","__proto__":{"polluted":true}}\n'],
  [
    'posts of places that are not there',
    '{"type":"post","post":{"team":"x","channel":"y","user":"z","message":"m","create_at":1}}\n',
  ],
  ['a user without a name', '{"type":"user","user":{"username":{},"email":[]}}\n'],
])('a bulk export with %s does no harm', async (_, text) => {
  const read = await mattermost(text);
  expect(takenOf(read, 'people')).toBe(0);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
