import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { compareShapes } from '../tools/contract/diff/compare.ts';
import { readRecorded } from '../tools/contract/diff/recorded.ts';

const FILE = new URL('../tools/contract/diff/recorded.json', import.meta.url);

test('the record of the public API holds its operations and events', () => {
  const { operations, events } = readRecorded();
  expect(operations.size).toBeGreaterThan(150);
  expect(events.size).toBeGreaterThan(80);
  const send = operations.get('send-message');
  expect(send).toMatchObject({ method: 'POST', path: '/messages', isDocumented: true });
  expect(send?.parameters.get('content')?.required).toBe(true);
  expect(send?.parameters.get('topic')?.required).toBe(false);
  expect(send?.answer.fields?.get('id')?.shape.kinds).toEqual(new Map([['integer', null]]));
});

test('a missing record is an error', () => {
  expect(() => readRecorded(pathToFileURL('/nowhere/recorded.json'))).toThrow('ENOENT');
});

test('a field that the record lacks is a difference', () => {
  const { events } = readRecorded();
  const fields = new Map(events.get('message')?.fields);
  const recorded = { name: null, kinds: new Map(), items: null, values: null, fields };
  const less = { ...recorded, fields: new Map([...fields].filter(([name]) => name !== 'flags')) };
  expect(compareShapes('sent', 'event message', recorded, less)).toEqual([
    expect.objectContaining({ name: 'event message.flags: not recorded' }),
  ]);
});

test('the record holds names and types, sorted, and no prose', () => {
  const text = readFileSync(FILE, 'utf8');
  const phrases = text.match(/"[^"\n]* [^"\n]* [^"\n]*"/g)?.filter((part) => !/^"[^a-z]*"$/.test(part));
  expect(phrases ?? []).toEqual([]);
  const { operations, events } = readRecorded();
  for (const names of [[...operations.keys()], [...events.keys()]]) expect(names).toEqual(names.toSorted());
});
