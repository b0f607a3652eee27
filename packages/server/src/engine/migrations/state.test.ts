import { expect, test } from 'vitest';
import type { AppliedMigration } from './applied.ts';
import { parseMigration, statementsOf } from './migration-files.ts';
import { compareVersions } from './releases.ts';
import { compareMigrations } from './state.ts';

const files = [
  parseMigration('0001_first', 'create table a ();'),
  parseMigration('0002_second', '-- beside: 0.1.0\ncreate table b ();'),
];
const rows: AppliedMigration[] = files.map(({ name, hash }) => ({ name, hash, beside: '0.2.0' }));
const release = {
  version: '0.2.0',
  commit: 'c0ffee',
  migrations: Object.fromEntries(files.map(({ name, hash }) => [name, hash])),
};

function compare(change: Partial<Parameters<typeof compareMigrations>[0]>) {
  return compareMigrations({ files, applied: rows, releases: [release], version: '0.2.0', ...change });
}

function applied(name: string, beside: string): AppliedMigration[] {
  return [...rows, { name, hash: 'other', beside }];
}

test('a database with the migrations of this release has nothing pending', () => {
  expect(compare({})).toEqual({ pending: [], newer: [] });
});

test('new migrations are pending', () => {
  expect(compare({ applied: rows.slice(0, 1) }).pending).toEqual([files[1]]);
});

test('a migration that was edited after its release is refused', () => {
  const edited = [parseMigration('0001_first', 'create table a (id bigint);'), ...files.slice(1)];
  expect(() => compare({ files: edited, applied: [] })).toThrow(
    'Migration 0001_first was edited after release 0.2.0. Restore its file',
  );
});

test('a migration that was edited after its application is refused', () => {
  const others = rows.map((row) => ({ ...row, hash: 'other' }));
  expect(() => compare({ applied: others })).toThrow(
    'another text of migration 0001_first than release 0.2.0',
  );
  expect(() => compare({ applied: others, releases: [] })).toThrow('edited after it was applied');
});

test('a released migration that is missing is refused', () => {
  expect(() => compare({ files: files.slice(1), applied: [] })).toThrow('0001_first is missing');
});

test('an applied migration that this program lacks is refused, unless its number is higher', () => {
  expect(() => compare({ applied: applied('0001_other', '0.1.0') })).toThrow('does not have it');
  expect(compare({ applied: applied('0003_next', '0.1.0') }).newer).toEqual(['0003_next']);
});

test('a new migration with a lower number than an applied one is refused', () => {
  const late = [...files, parseMigration('0003_late', 'select 1;')];
  expect(() => compare({ files: late, applied: applied('0004_next', '0.2.0') })).toThrow(
    'give it the next free number, 0005',
  );
  const twin = [...files, parseMigration('0002_twin', 'select 1;')];
  expect(() => compare({ files: twin })).toThrow('Migration 0002_twin is not applied');
});

test('a newer database decides which releases run on it', () => {
  const next = applied('0003_next', '0.3.0');
  expect(() => compare({ applied: next })).toThrow(
    'migrated by a newer release (0003_next). Releases from 0.3.0 on can run on it; this is 0.2.0.',
  );
  expect(() => compare({ applied: next, version: '0.3.0-dev' })).toThrow('this is 0.3.0-dev');
  expect(compare({ applied: next, version: '0.3.0' }).newer).toEqual(['0003_next']);
});

test('versions are compared by number, a development version before its release', () => {
  const versions = ['0.10.0', '0.2.0', '0.2.0-dev', '1.0.0', '0.2.1'];
  expect(versions.toSorted(compareVersions)).toEqual(['0.2.0-dev', '0.2.0', '0.2.1', '0.10.0', '1.0.0']);
  expect(() => compareVersions('0.2', '0.2.0')).toThrow("'0.2' is not a version");
});

test('statements are split outside of quotes and comments', () => {
  const text = "-- first; not a statement\nselect ';' as a; -- no; end\ndo $$ begin; end $$;\nselect 1 - 2";
  expect(statementsOf(text)).toEqual(["select ';' as a", 'do $$ begin; end $$', 'select 1 - 2']);
});
