import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FILES_LIST, writeManifest, type ArchiveManifest, type ArchivePart } from './archive.ts';
import { readLines } from './lines.ts';
import { packTar, unpackTar } from './tar.ts';
import { verifyArchive } from './verify-archive.ts';

let directory: string;
let archive: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-hostile-'));
  archive = path.join(directory, 'archive');
  await mkdir(path.join(archive, 'rows'), { recursive: true });
  await mkdir(path.join(archive, 'files', 'uploads'), { recursive: true });
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function partOf(text: string): ArchivePart {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { rows: text.split('\n').length - 1, bytes: Buffer.byteLength(text), sha256 };
}

const ROW = '{"id":1,"domain":"example.com","allow_subdomains":false}\n';
const FILE = 'a file';
const LISTED = { name: 'uploads/1', bytes: 6, sha256: partOf(FILE).sha256 };

/** A small archive that is complete; its parts can be replaced. */
async function makeArchive({
  row = ROW,
  list = `${JSON.stringify(LISTED)}\n`,
  change = {},
}: {
  row?: string;
  list?: string;
  change?: object;
} = {}): Promise<void> {
  await writeFile(path.join(archive, 'rows', 'realm_domain.jsonl'), row);
  await writeFile(path.join(archive, FILES_LIST), list);
  await writeFile(path.join(archive, 'files', 'uploads', '1'), FILE);
  const manifest: ArchiveManifest = {
    format: 'parley-organization',
    version: 1,
    release: '0.4.0',
    createdAt: '2026-03-17T08:42:00.000Z',
    organization: { id: 1, subdomain: 'acme', name: 'Acme' },
    position: 7,
    tables: { realm_domain: { columns: ['id', 'domain', 'allow_subdomains'], ...partOf(row) } },
    files: partOf(list),
    missing: [],
  };
  await writeManifest(archive, { ...manifest, ...change });
}

function tableNamed(name: string, columns: readonly string[] = ['id']): object {
  return JSON.parse(
    `{"tables":{${JSON.stringify(name)}:${JSON.stringify({ columns, ...partOf('') })}}}`,
  ) as object;
}

test('the archive of these tests is complete', async () => {
  await makeArchive();
  await expect(verifyArchive(archive)).resolves.toMatchObject({ position: 7 });
});

describe('a manifest is refused', () => {
  test.each([
    ['of another format', { format: 'other' }],
    ['of a later version', { version: 2 }],
    ['without a position', { position: undefined }],
    ['with a position before the first', { position: -1 }],
    [
      'with a text as the number of the organization',
      { organization: { id: "1'--", subdomain: '', name: '' } },
    ],
    ['with a hash in another form', { files: { rows: 0, bytes: 0, sha256: 'x' } }],
    ['with a table that does not exist', tableNamed('pg_authid')],
    ['with a table that leads elsewhere', tableNamed('../../etc/passwd')],
    ['with a table of the prototype', tableNamed('constructor')],
    ['with a table that is in no export', tableNamed('credential')],
    ['with a column that does not exist', tableNamed('realm_domain', ['id) select 1; --'])],
    ['with a column that is in no export', tableNamed('realm_user', ['id', 'password_hash'])],
    ['with the column of the organization', tableNamed('realm_domain', ['realm_id'])],
  ])('%s', async (_, change) => {
    await makeArchive({ change });
    await expect(verifyArchive(archive)).rejects.toThrow(/cannot be read|unknown table|unknown columns/);
  });

  test('that is no JSON, or missing', async () => {
    await expect(verifyArchive(archive)).rejects.toThrow('is not a complete archive');
    await writeFile(path.join(archive, 'manifest.json'), '{"format":');
    await expect(verifyArchive(archive)).rejects.toThrow('cannot be read');
  });
});

describe('a list of files is refused', () => {
  test.each([
    '../uploads/1',
    'uploads/../../1',
    '/etc/passwd',
    'uploads//1',
    'uploads/1\u0000',
    'uploads\\1',
    'uploads/.hidden',
    'Uploads/1',
    'manifest.json',
    `uploads/${'1'.repeat(100)}`,
  ])('with the name %j', async (name) => {
    await makeArchive({ list: `${JSON.stringify({ ...LISTED, name })}\n` });
    await expect(verifyArchive(archive)).rejects.toThrow('has an invalid line');
  });

  test.each([
    ['a length that is a text', { ...LISTED, bytes: '6' }],
    ['another length', { ...LISTED, bytes: 7 }],
    ['another hash', { ...LISTED, sha256: partOf('').sha256 }],
    ['a file that the archive lacks', { ...LISTED, name: 'uploads/2' }],
    ['a directory', { ...LISTED, name: 'uploads/folder' }],
    ['a link', { ...LISTED, name: 'uploads/link' }],
  ])('with %s', async (_, line) => {
    await makeArchive({ list: `${JSON.stringify(line)}\n` });
    await mkdir(path.join(archive, 'files', 'uploads', 'folder'));
    await symlink(
      path.join(archive, 'files', 'uploads', '1'),
      path.join(archive, 'files', 'uploads', 'link'),
    );
    await expect(verifyArchive(archive)).rejects.toThrow(
      /invalid line|is damaged|is not a file|no such file/,
    );
  });
});

describe('a file with rows is refused', () => {
  test.each([
    ['with a row more', `${ROW}${ROW}`],
    ['with a row less', ''],
    ['with another row', ROW.replace('example', 'exampla')],
    ['that ends within a row', ROW.slice(0, -1)],
  ])('%s', async (_, row) => {
    await makeArchive();
    await writeFile(path.join(archive, 'rows', 'realm_domain.jsonl'), row);
    await expect(verifyArchive(archive)).rejects.toThrow(/is damaged|ends within a line/);
  });

  test('with a line of gigabytes, of which little is read', async () => {
    const file = path.join(directory, 'long.jsonl');
    const handle = await open(file, 'w');
    await handle.truncate(8 * 1024 ** 3);
    await handle.close();
    const read = async (): Promise<void> => {
      for await (const line of readLines(file)) expect(line).toHaveLength(0);
    };
    await expect(read()).rejects.toThrow('has a line of more than');
  });
});

describe('a packed archive is refused', () => {
  /** A header with one field changed, and the sum that belongs to it. */
  async function packedWith(
    change: (header: Buffer) => void,
    content?: (bytes: Buffer) => Buffer,
  ): Promise<string> {
    await makeArchive();
    const packed = path.join(directory, 'archive.tar');
    await packTar(archive, packed);
    const bytes = await readFile(packed);
    change(bytes);
    bytes.fill(' ', 148, 156);
    const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    await writeFile(packed, content?.(bytes) ?? bytes);
    return packed;
  }
  const out = (): string => path.join(directory, 'out');
  const type = (flag: string) => (header: Buffer) => void header.write(flag, 156);
  const size = (text: string) => (header: Buffer) => void header.write(text.padEnd(12, '\0'), 124);

  test.each([
    ['with a hard link', type('1')],
    ['with a symbolic link', type('2')],
    ['with a character device', type('3')],
    ['with a block device', type('4')],
    ['with a pipe', type('6')],
    ['with a long name of GNU tar', type('L')],
    ['with extended attributes', type('x')],
    ['with a sparse file', type('S')],
    ['with a length below zero', size('-0000001000')],
    ['with a length that is no number', size('none')],
    ['with a length beyond its end', size('77777777777')],
    [
      'with the length as a huge number',
      (header: Buffer) => void header.fill(0xff, 125, 136).writeUInt8(0x80, 124),
    ],
  ])('%s', async (_, change) => {
    await expect(unpackTar(await packedWith(change), out())).rejects.toThrow(/archive|entry|ends/);
    expect(await readdir(out()).catch(() => [])).toEqual([]);
  });

  test('that is cut off, damaged, empty or something else', async () => {
    const same = (): void => {};
    for (const content of [
      (bytes: Buffer) => bytes.subarray(0, bytes.length / 2),
      (bytes: Buffer) => bytes.subarray(0, -1024),
      (bytes: Buffer) => bytes.fill('x', 0, 20),
      () => Buffer.alloc(0),
      () => Buffer.from('PK\u0003\u0004'.repeat(200)),
    ])
      await expect(unpackTar(await packedWith(same, content), out())).rejects.toThrow(/archive|ends/);
  });
});
