import type { Json } from '@parley/contract/json-schema.ts';

/** Describes the first difference of two recordings; undefined if they are equal. */
export function difference(written: unknown, now: unknown): string | undefined {
  return differenceAt(written as Json, now as Json, []);
}

/** The server reports the client's name, which differs between languages. */
function isProgram(path: readonly string[]): boolean {
  return path.at(-1) === 'client';
}

function differenceAt(a: Json | undefined, b: Json | undefined, path: readonly string[]): string | undefined {
  if (isProgram(path) && typeof a === 'string' && typeof b === 'string') return undefined;
  if (isContainer(a) && isContainer(b) && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = differenceAt(memberOf(a, key), memberOf(b, key), [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return a === b ? undefined : `${path.join('.')}: recorded ${shown(a)}, now ${shown(b)}`;
}

function isContainer(value: Json | undefined): value is Extract<Json, object> {
  return typeof value === 'object' && value !== null;
}

function memberOf(value: Extract<Json, object>, key: string): Json | undefined {
  return (value as { readonly [key: string]: Json })[key];
}

function shown(value: Json | undefined): string {
  return JSON.stringify(value)?.slice(0, 200) ?? 'nothing';
}
