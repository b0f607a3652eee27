/** Formats numbers as a PostgreSQL multirange; adjacent numbers form one range. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && number <= last.to) last.to = Math.max(last.to, number + 1);
    else ranges.push({ from: number, to: number + 1 });
  }
  return `{${ranges.map(({ from, to }) => `[${from},${to})`).join(',')}}`;
}
