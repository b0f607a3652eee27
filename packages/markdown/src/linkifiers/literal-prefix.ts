const PLAIN = /^[A-Za-z0-9 #!@_:;,=~&%'"/-]+/;

/**
 * Letters that every match of a pattern must start with, or an empty text if that is not obvious.
 * Looking for them is much cheaper than running the pattern.
 */
export function literalPrefix(pattern: string): string {
  if (/[|]|\(\?[a-z]/.test(pattern.replaceAll('(?P<', ''))) return '';
  const run = PLAIN.exec(pattern)?.[0] ?? '';
  // The last character may be optional or repeated.
  return /^[?*{+]/.test(pattern.slice(run.length)) ? run.slice(0, -1) : run;
}
