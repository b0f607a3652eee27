import { diffArrays } from 'diff';
import type { Clock } from '../../../engine/clock.ts';
import { landmarksOf, type Pair } from './landmarks.ts';
import type { Word } from './words.ts';

/** Shorter comparisons ignore the time limit, so that a busy machine does not affect them. */
const MAX_UNTIMED_WORDS = 32;

export type Timer = Pick<Clock, 'monotonic'>;

/** Inserted and deleted words, followed by unchanged words. */
export type Passage = { readonly inserted: Word[]; readonly deleted: Word[]; readonly same: SameWord[] };
type SameWord = { readonly old: Word; readonly now: Word };

/** Compares two texts. Parts that cannot be compared in time count as deleted and inserted. */
export function compareWords(
  before: readonly Word[],
  after: readonly Word[],
  milliseconds: number,
  clock: Timer,
): Passage[] {
  const { old, now } = numbered(before, after);
  const deadline = clock.monotonic() + milliseconds;
  const unchanged: Pair[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const landmark of [...landmarksOf(old, now), [old.length, now.length] as const]) {
    const timeout = deadline - clock.monotonic();
    for (const [i, j] of commonOf(old.slice(oldAt, landmark[0]), now.slice(nowAt, landmark[1]), timeout))
      unchanged.push([oldAt + i, nowAt + j]);
    unchanged.push(landmark);
    [oldAt, nowAt] = [landmark[0] + 1, landmark[1] + 1];
  }
  return passagesOf(before, after, unchanged);
}

/** Maps words to numbers, which compare faster than strings. */
function numbered(before: readonly Word[], after: readonly Word[]): { old: number[]; now: number[] } {
  const numbers = new Map<string, number>();
  const numberOf = ({ key }: Word): number => {
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  return { old: before.map(numberOf), now: after.map(numberOf) };
}

function commonOf(old: readonly number[], now: readonly number[], timeout: number): Pair[] {
  const [left, right] = [indexesOfShared(old, now), indexesOfShared(now, old)];
  const isShort = left.length + right.length <= MAX_UNTIMED_WORDS;
  if (left.length === 0 || (timeout <= 0 && !isShort)) return [];
  const changes = diffArrays(
    left.map((index) => old[index]),
    right.map((index) => now[index]),
    { timeout: isShort ? Infinity : timeout },
  );
  const pairs: Pair[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const { count, added, removed } of changes ?? []) {
    if (!added && !removed)
      for (let i = 0; i < count; i += 1) pairs.push([left[oldAt + i] ?? 0, right[nowAt + i] ?? 0]);
    if (!added) oldAt += count;
    if (!removed) nowAt += count;
  }
  return pairs;
}

/** Words that occur on one side only cannot be unchanged, so they are not compared. */
function indexesOfShared(values: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  const indexes: number[] = [];
  for (const [index, value] of values.entries()) if (known.has(value)) indexes.push(index);
  return indexes;
}

/** The last pair is the end of both texts. */
function passagesOf(before: readonly Word[], after: readonly Word[], unchanged: readonly Pair[]): Passage[] {
  const passages: Passage[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const [i, j] of unchanged) {
    const last = passages.at(-1);
    const passage =
      last !== undefined && i === oldAt && j === nowAt
        ? last
        : { inserted: after.slice(nowAt, j), deleted: before.slice(oldAt, i), same: [] };
    if (passage !== last) passages.push(passage);
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && now !== undefined) passage.same.push({ old, now });
    [oldAt, nowAt] = [i + 1, j + 1];
  }
  return passages;
}
