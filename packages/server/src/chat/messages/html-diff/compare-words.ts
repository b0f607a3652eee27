import { diffArrays } from 'diff';
import type { Clock } from '../../../engine/clock.ts';
import { landmarksOf, type Pair } from './landmarks.ts';
import type { Word } from './words.ts';

/** So few words take no time that could be measured; a moment in which the machine was busy elsewhere shall not count. */
const ALWAYS_IN_TIME = 32;

export type Timer = Pick<Clock, 'monotonic'>;

/** What came and what went, and then words that stayed. */
export type Passage = { readonly inserted: Word[]; readonly deleted: Word[]; readonly same: SameWord[] };
type SameWord = { readonly old: Word; readonly now: Word };

/** What happened on the way from one text to the other. Where the time is not enough to tell, all went and all came. */
export function compareWords(
  before: readonly Word[],
  after: readonly Word[],
  milliseconds: number,
  clock: Timer,
): Passage[] {
  const { old, now } = numbered(before, after);
  const deadline = clock.monotonic() + milliseconds;
  const stayed: Pair[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const landmark of [...landmarksOf(old, now), [old.length, now.length] as const]) {
    const timeout = deadline - clock.monotonic();
    for (const [i, j] of commonOf(old.slice(oldAt, landmark[0]), now.slice(nowAt, landmark[1]), timeout))
      stayed.push([oldAt + i, nowAt + j]);
    stayed.push(landmark);
    [oldAt, nowAt] = [landmark[0] + 1, landmark[1] + 1];
  }
  return passagesOf(before, after, stayed);
}

/** Numbers are compared faster than texts. */
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
  const [left, right] = [placesOfShared(old, now), placesOfShared(now, old)];
  const isShort = left.length + right.length <= ALWAYS_IN_TIME;
  if (left.length === 0 || (timeout <= 0 && !isShort)) return [];
  const changes = diffArrays(
    left.map((place) => old[place]),
    right.map((place) => now[place]),
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

/** What only one side has cannot have stayed: it need not be compared. */
function placesOfShared(values: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  const places: number[] = [];
  for (const [place, value] of values.entries()) if (known.has(value)) places.push(place);
  return places;
}

/** The last pair is the end of both texts. */
function passagesOf(before: readonly Word[], after: readonly Word[], stayed: readonly Pair[]): Passage[] {
  const passages: Passage[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const [i, j] of stayed) {
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
