import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const DOCS = path.resolve(import.meta.dirname, '../../docs');
const [, byCapability = ''] = readFileSync(path.join(DOCS, 'comparison.md'), 'utf8').split(
  '## By capability',
);

/** Capability and entry of Parley of each row. */
const rows = byCapability
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| capability'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const names = [
  ...byCapability.matchAll(/\[([\w-]+)\]\((\.\.\/verify\/web\/(?:journeys|scenes)\/[\w-]+\.ts)\)/g),
].map(([, name = '', file = '', kind = '']) => ({ name, file, kind }));

test('every capability has an entry for each of eight products', () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
  expect(rows.filter((row) => row.length !== 11 || row.slice(1, -1).includes(''))).toEqual([]);
});

test('Parley names a journey or a scene for what it has, and says no to the rest', () => {
  const unproved = rows.filter(
    ([, , own = '']) => !own.startsWith('**no') && !own.includes('](../verify/web/'),
  );
  expect(unproved.map(([, capability]) => capability)).toEqual([]);
});

test('every named journey and scene is in the file that the page links to', () => {
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter(({ name, file }) => !isIn(path.join(DOCS, file), name))).toEqual([]);
});

/** Journeys of keys are made from a list of groups. */
function isIn(file: string, name: string): boolean {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [, group] = /^keys-of-(\w+)$/.exec(name) ?? [];
  return source.includes(`'${name}'`) || (source.includes('`keys-of-${') && source.includes(`'${group}'`));
}
