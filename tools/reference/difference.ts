import type { Json } from '@parley/contract/json-schema.ts';

/** Where two recordings differ first, in words; undefined where they are the same. */
export const difference = (written: unknown, now: unknown): string | undefined =>
  differenceAt(written as Json, now as Json, []);

/** The server shows which program asked, and each language is another one. */
const isProgram = (path: readonly string[]): boolean => path.at(-1) === 'client';

const differenceAt = (
  a: Json | undefined,
  b: Json | undefined,
  path: readonly string[],
): string | undefined => {
  if (isProgram(path) && typeof a === 'string' && typeof b === 'string') return undefined;
  if (isContainer(a) && isContainer(b) && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = differenceAt(memberOf(a, key), memberOf(b, key), [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return a === b ? undefined : `${path.join('.')}: written ${shown(a)}, now ${shown(b)}`;
};

const isContainer = (value: Json | undefined): value is Extract<Json, object> =>
  typeof value === 'object' && value !== null;

const memberOf = (value: Extract<Json, object>, key: string): Json | undefined =>
  (value as { readonly [key: string]: Json })[key];

const shown = (value: Json | undefined): string => JSON.stringify(value)?.slice(0, 200) ?? 'nothing';
