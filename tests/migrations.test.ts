import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  numberOf,
  parseMigration,
  readMigrations,
} from '@parley/server/engine/migrations/migration-files.ts';
import { compareVersions, readReleases } from '@parley/server/engine/migrations/releases.ts';
import { requireUnchanged } from '@parley/server/engine/migrations/state.ts';
import { VERSION } from '@parley/server/engine/version.ts';
import { expect, test } from 'vitest';
import { lintMigration } from '../tools/migrations/lint.ts';
import { versionsIn } from '../tools/release/set-version.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const files = await readMigrations();
const releases = await readReleases();
const released = new Set(releases.flatMap(({ migrations }) => Object.keys(migrations)));

test('released migrations are unchanged', () => {
  for (const release of releases) expect(() => requireUnchanged(files, release)).not.toThrow();
});

test('migrations have numbers of their own, and new ones the highest', () => {
  const numbers = files.map(({ name }) => numberOf(name));
  expect(numbers).toEqual(files.map((_, n) => n + 1));
  const names = files.map(({ name }) => name);
  expect(names.filter((name) => !/^\d{4}_[a-z0-9_]+$/.test(name))).toEqual([]);
  expect(names.slice(0, released.size).filter((name) => !released.has(name))).toEqual([]);
});

test('new migrations keep the previous release running', () => {
  const fresh = released.size === 0 ? [] : files.filter(({ name }) => !released.has(name));
  expect(fresh.flatMap((file) => lintMigration(file, VERSION))).toEqual([]);
});

test('packages and server have one version, no lower than that of the last release', () => {
  expect(new Set(versionsIn(ROOT))).toEqual(new Set([VERSION]));
  const versions = releases.map(({ version }) => version);
  expect(versions.toSorted(compareVersions)).toEqual(versions);
  expect(versions.filter((version) => compareVersions(VERSION, version) < 0)).toEqual([]);
});

test('the changelog describes every release', () => {
  const changelog = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
  const missing = releases.filter(({ version }) => !changelog.includes(`\n## ${version} (`));
  expect(missing).toEqual([]);
});

test.each([
  ['drop column', 'alter table message drop column content;'],
  ['drop', 'drop table message;'],
  ['rename', 'alter table message rename column content to source;'],
  ['alter type', 'alter table message alter column content type varchar(10);'],
  ['set not null', 'alter table message alter content set not null;'],
  ['not null without default', 'alter table message add column source text not null;'],
  ['computed default', 'alter table message add column token uuid default gen_random_uuid();'],
  ['constraint', 'alter table message add constraint short check (length(content) < 10);'],
  ['create index', 'create table other ();\ncreate index message_sender\n  on message (sender_id);'],
  ['concurrently in a transaction', 'create index concurrently message_sender on message (sender_id);'],
  ['change of rows', "update message set content = '';"],
])('the linter finds "%s" unless the migration gives a reason', (name, statement) => {
  const header = '-- beside: 0.2.0\n';
  const problems = lintMigration(parseMigration('0099_x', header + statement), '0.3.0-dev');
  expect(problems).toEqual([expect.stringContaining(`0099_x: ${name}: `)]);
  const allowed = `${header}-- allows: ${name} (no release uses it)\n${statement}`;
  expect(lintMigration(parseMigration('0099_x', allowed), '0.3.0-dev')).toEqual([]);
});

test.each([
  'alter table realm add column a text, add column b int not null default 0;',
  'create table a (id bigint not null);\ncreate index a_id on a (id);',
  'alter table message add constraint short check (length(content) < 10) not valid;',
  "drop index if exists old;\ndelete from sql_file where name = 'functions/old';",
  '-- outside a transaction\ndrop index concurrently if exists i;\ncreate index concurrently i on message (id);',
])('the linter accepts %s', (text) => {
  expect(lintMigration(parseMigration('0099_x', `-- beside: 0.2.0\n${text}`), '0.3.0-dev')).toEqual([]);
});

test('the linter requires the oldest release, and repeatable indexes', () => {
  expect(lintMigration(parseMigration('0099_x', 'select 1;'), '0.3.0-dev')).toEqual([
    expect.stringContaining('-- beside: <version>'),
  ]);
  expect(lintMigration(parseMigration('0099_x', '-- beside: 0.4.0\nselect 1;'), '0.3.0-dev')).toEqual([
    expect.stringContaining('release 0.4.0 does not exist'),
  ]);
  const index = '-- beside: 0.3.0\n-- outside a transaction\ncreate index concurrently i on message (id);';
  expect(lintMigration(parseMigration('0099_x', index), '0.3.0-dev')).toEqual([
    expect.stringContaining('drop index concurrently if exists i'),
  ]);
});
