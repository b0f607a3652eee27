import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blocksOf, shows } from '../tools/readme/blocks.ts';
import { drawDemo } from '../tools/readme/terminal.ts';

function read(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}

test('the picture of the demo is fresh; if not: npm run readme:picture', () => {
  expect(read('docs/images/demo.svg')).toBe(drawDemo());
});

test('commands are found with what they are said to show', () => {
  const page =
    '```sh\nleft alone\n```\n\n```sh run\nls\n```\n\n```text\na…c\n```\n\n```sh serve\nserve\n```\n';
  expect(blocksOf(page)).toEqual([
    { kind: 'run', script: 'ls', expected: 'a…c' },
    { kind: 'serve', script: 'serve', expected: undefined },
  ]);
  expect(shows('a (b) c', 'a…c')).toBe(true);
  expect(shows('a (b)', 'a…c')).toBe(false);
});

test('README.md starts the demo and talks to it', () => {
  expect(blocksOf(read('README.md')).map(({ kind }) => kind)).toEqual(['serve', 'run', 'run', 'run']);
});
