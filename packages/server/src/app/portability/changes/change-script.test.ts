import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seeded } from '@parley/test-support/seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changesPath, rowsPath } from '../archive.ts';
import { writeLines } from '../line-writer.ts';
import { applyScript, ChangeScript } from './change-script.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-script-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const rowOf = (id: number, version: number): string =>
  JSON.stringify({ id, version, text: `a "}\u2028${id}` });

/** Writes both archives and the script between them; returns the rows that it makes, and its number of lines. */
async function retrace(
  name: string,
  before: readonly [number, number][],
  today: readonly [number, number][],
) {
  const places = {
    earlier: path.join(directory, name, 'a'),
    changes: path.join(directory, name, 'b'),
    target: path.join(directory, name, 'c'),
  };
  for (const [place, rows] of [
    [places.earlier, 'rows'],
    [places.changes, 'changes'],
    [places.target, 'rows'],
  ] as const)
    await mkdir(path.join(place, rows), { recursive: true });
  await writeFile(rowsPath(places.earlier, 't'), before.map((row) => `${rowOf(...row)}\n`).join(''));
  const lines = new Map(before.map(([id], n) => [id, n + 1]));
  const versions = new Map(before);
  let told: object | undefined;
  const script = await writeLines(changesPath(places.changes, 't'), async (writer) => {
    const changes = new ChangeScript(writer);
    for (const [id, version] of today)
      await changes.add([
        { line: rowOf(id, version), earlier: lines.get(id) ?? null, isEqual: versions.get(id) === version },
      ]);
    told = await changes.end();
  });
  const made = await applyScript('t', places, true);
  expect(made).toEqual(told);
  return { rows: await readFile(rowsPath(places.target, 't'), 'utf8'), steps: script.rows };
}

test('a script makes the rows of today, whatever was added, changed, left out or moved', async () => {
  const random = seeded(7);
  for (let round = 0; round < 60; round += 1) {
    const before = Array.from({ length: random.below(12) }, (_, id): [number, number] => [id, 1]);
    const today: [number, number][] = [];
    for (const [id] of before) {
      if (random.chance(0.2)) today.push([100 + id, 1]);
      if (random.chance(0.2)) continue;
      today.splice(random.chance(0.1) ? 0 : today.length, 0, [id, random.chance(0.2) ? 2 : 1]);
    }
    const { rows } = await retrace(`round-${round}`, before, today);
    expect(rows).toBe(today.map((row) => `${rowOf(...row)}\n`).join(''));
  }
});

test('rows that stay are one line of the script', async () => {
  const before = Array.from({ length: 1_000 }, (_, id): [number, number] => [id, 1]);
  const today = before.map(([id]): [number, number] => [id, id === 500 ? 2 : 1]).concat([[1_000, 1]]);
  expect((await retrace('long', before, today)).steps).toBe(5);
});
