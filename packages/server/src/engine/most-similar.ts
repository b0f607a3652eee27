/** More edits than this make another name. */
const MAX_EDITS = 4;

/** The name of a list that needs the fewest edits to become this one, if few are enough. */
export function mostSimilar(name: string, names: readonly string[]): string | undefined {
  const best = names
    .map((candidate) => ({ candidate, edits: editsBetween(name, candidate) }))
    .toSorted((a, b) => a.edits - b.edits)[0];
  return best !== undefined && best.edits <= MAX_EDITS ? best.candidate : undefined;
}

/** The number of characters to insert, delete or replace, by the rows of the usual table. */
function editsBetween(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (const [n, character] of Array.from(a).entries()) {
    const row = [n + 1];
    for (let m = 1; m <= b.length; m += 1)
      row.push(
        Math.min(
          (row[m - 1] ?? 0) + 1,
          (above[m] ?? 0) + 1,
          (above[m - 1] ?? 0) + (character === b[m - 1] ? 0 : 1),
        ),
      );
    above = row;
  }
  return above.at(-1) ?? 0;
}
