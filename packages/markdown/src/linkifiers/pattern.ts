import { RE2JS } from 're2js';

/** Longer patterns take too long to compile. */
export const MAX_PATTERN_CHARACTERS = 500;
/** Instructions of a compiled pattern: nested counts such as `(a{99}){99}` multiply them. */
const MAX_PROGRAM_INSTRUCTIONS = 300;

export type PatternGroups =
  | { kind: 'groups'; names: readonly string[]; search: (text: string) => Record<string, string> | undefined }
  | { kind: 'error'; message: string };

/** The named groups of a linkifier's pattern, or why it is none. */
export function patternGroups(pattern: string): PatternGroups {
  if (pattern.length > MAX_PATTERN_CHARACTERS) return { kind: 'error', message: 'The pattern is too long' };
  const compiled = compile(pattern);
  if (typeof compiled === 'string') return { kind: 'error', message: compiled };
  const names = Object.keys(compiled.namedGroups());
  const search = (text: string): Record<string, string> | undefined => {
    const matcher = compiled.matcher(text);
    if (!matcher.find()) return undefined;
    return Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? '']));
  };
  return { kind: 'groups', names, search };
}

/** The compiled pattern, or what is wrong with it. */
export function compile(pattern: string): RE2JS | string {
  try {
    const compiled = RE2JS.compile(pattern);
    return compiled.programSize() > MAX_PROGRAM_INSTRUCTIONS ? 'The pattern is too complex' : compiled;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
