/** The program that asks, as it names itself. */
export type ClientProgram = {
  readonly name: string;
  readonly version: string | null;
  readonly agent: string;
};

const MAX_NAME = 30;

/** Reads `User-Agent`: the first word and what follows it up to a digit, a slash or a parenthesis. */
export function clientProgram(agent: string | undefined, override: string | undefined): ClientProgram {
  const match = /^([^/\s]*[^0-9/(]*)(?:\/([^/\s]*))?/.exec(agent ?? '');
  const parsed = match?.[1]?.trim() ?? '';
  const name = override ?? (parsed === '' ? 'Unspecified' : parsed);
  return { name: name.slice(0, MAX_NAME), version: match?.[2] ?? null, agent: agent ?? '' };
}

/** Whether a version is older than another, number by number; what cannot be compared counts as not older. */
export function isOlder(version: string | null, than: string): boolean {
  if (version === null) return false;
  const [left, right] = [version.split('.'), than.split('.')];
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const [a, b] = [left[i] ?? '0', right[i] ?? '0'];
    if (!/^\d+$/.test(a) || !/^\d+$/.test(b)) return false;
    if (Number(a) !== Number(b)) return Number(a) < Number(b);
  }
  return false;
}
