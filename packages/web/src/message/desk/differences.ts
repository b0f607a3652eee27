export type Difference = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

/** Products of lengths above this are compared as a whole, so that a long message takes no noticeable time. */
const MAX_COMPARISONS = 4_000_000;

/** Words that were added and removed, in reading order. */
export function differences(before: string, after: string): Difference[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  const start = commonStart(a, b);
  const end = commonEnd(a, b, start);
  const [oldMiddle, newMiddle] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const middle =
    oldMiddle.length * newMiddle.length > MAX_COMPARISONS
      ? [removed(oldMiddle.join('')), added(newMiddle.join(''))]
      : compare(oldMiddle, newMiddle);
  return joined([same(a.slice(0, start).join('')), ...middle, same(a.slice(a.length - end).join(''))]);
}

/** Longest common subsequence of two lists of words. */
function compare(a: readonly string[], b: readonly string[]): Difference[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: Difference[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && a[i] === b[j]) {
      found.push(same(a[i] ?? ''));
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      found.push(removed(a[i] ?? ''));
      i += 1;
    } else {
      found.push(added(b[j] ?? ''));
      j += 1;
    }
  }
  return found;
}

/** Neighbors of one kind become one piece. */
function joined(pieces: readonly Difference[]): Difference[] {
  const result: Difference[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (piece.text === '') continue;
    if (last?.kind === piece.kind)
      result[result.length - 1] = { kind: piece.kind, text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

function commonEnd(a: readonly string[], b: readonly string[], start: number): number {
  let count = 0;
  while (count < Math.min(a.length, b.length) - start && a.at(-1 - count) === b.at(-1 - count)) count += 1;
  return count;
}

const same = (text: string): Difference => ({ kind: 'same', text });
const added = (text: string): Difference => ({ kind: 'added', text });
const removed = (text: string): Difference => ({ kind: 'removed', text });
