import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EncodedUsers, UsersEncoder } from './encoded-users.ts';

function textOf(id: number, name: string): string {
  return JSON.stringify({ user_id: id, full_name: name });
}

function encode(users: ReadonlyMap<number, string>): EncodedUsers {
  const encoder = new UsersEncoder();
  for (const [id, text] of [...users].toSorted(([a], [b]) => a - b)) encoder.add({ id, text });
  return encoder.finish();
}

function readBack(list: EncodedUsers): unknown {
  return JSON.parse(Buffer.concat(list.json().pieces.map((piece) => Buffer.from(piece))).toString());
}

const ids = fc.integer({ min: 1, max: 3_000 });
const change = fc.record({ id: ids, name: fc.option(fc.string()) });

test('a list with changes equals the list of the changed users', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(ids, { maxLength: 1_800 }),
      fc.array(fc.array(change, { maxLength: 30 }), { maxLength: 5 }),
      (first, rounds) => {
        const users = new Map(first.map((id) => [id, textOf(id, 'before')]));
        let list = encode(users);
        for (const changes of rounds) {
          const texts = new Map(
            changes.map(({ id, name }) => [id, name === null ? undefined : textOf(id, name)]),
          );
          list = list.with(texts);
          for (const [id, text] of texts)
            if (text === undefined) users.delete(id);
            else users.set(id, text);
        }
        expect(readBack(list)).toEqual(readBack(encode(users)));
      },
    ),
    { numRuns: 60 },
  );
});

test('a change keeps the pieces of other users', () => {
  const users = new Map(
    Array.from({ length: 2_000 }, (_, n) => [n + 1, textOf(n + 1, 'x'.repeat(100))] as const),
  );
  const before = encode(users);
  const after = before.with(new Map([[700, textOf(700, 'other')]]));
  const shared = new Set(before.json().pieces.filter((piece) => typeof piece !== 'string'));
  expect(after.json().pieces.filter((piece) => shared.has(piece as Buffer))).toHaveLength(3);
});

test('a user is replaced where the list has the user', () => {
  const users = new Map([1, 700, 1_200].map((id) => [id, textOf(id, 'before')]));
  const list = encode(users);
  expect(readBack(list.replace(700, textOf(700, 'other')))).toEqual(
    readBack(encode(users.set(700, textOf(700, 'other')))),
  );
  for (const id of [500, 2_000])
    expect(readBack(list.replace(id, textOf(id, 'new')))).toEqual(readBack(list));
});
