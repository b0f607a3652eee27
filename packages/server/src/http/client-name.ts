/** The client program, from `User-Agent` or the parameter `client`. */
export type ClientProgram = {
  readonly name: string;
  readonly version: string | null;
  readonly agent: string;
};

const MAX_NAME_LENGTH = 30;

/** Parses `User-Agent`: the name ends at the first digit, slash or parenthesis after the first word. */
export function clientProgram(agent: string | undefined, override: string | undefined): ClientProgram {
  const match = /^([^/\s]*[^0-9/(]*)(?:\/([^/\s]*))?/.exec(agent ?? '');
  const parsed = match?.[1]?.trim() ?? '';
  const name = override ?? (parsed === '' ? 'Unspecified' : parsed);
  return { name: name.slice(0, MAX_NAME_LENGTH), version: match?.[2] ?? null, agent: agent ?? '' };
}

/** Compares dotted versions number by number; a version that cannot be parsed is not older. */
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
