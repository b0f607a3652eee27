import { RealNumber } from './primitives.ts';

/** Deeper than any declared parameter; a deeper document could overflow the stack of whatever walks it. */
const MAX_DEPTH = 32;

export type JsonText = { ok: true; value: unknown } | { ok: false; problem: string };

/** Reads a JSON parameter strictly: bounded depth, well-formed text, and integers told apart from other numbers. */
export function parseJsonText(text: string): JsonText {
  if (isTooDeep(text)) return { ok: false, problem: 'is nested too deeply' };
  try {
    return { ok: true, value: JSON.parse(text, revive) };
  } catch (error) {
    if (error instanceof BadText) return { ok: false, problem: error.message };
    return { ok: false, problem: 'is not valid JSON' };
  }
}

class BadText extends Error {}

function revive(key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value === 'number') {
    const source = context?.source ?? '';
    if (Number.isInteger(value) && /[.eE]/.test(source)) return new RealNumber(value);
    return Object.is(value, -0) ? 0 : value;
  }
  if (typeof value === 'string' && !isSound(value)) throw new BadText('holds text that is not well-formed');
  if (!isSound(key) || key === '__proto__') throw new BadText('has a key that is not allowed');
  return value;
}

/** Null characters and lone surrogates: no database and few clients take them. */
export function isSound(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether lists and objects are nested deeper than `maxDepth`; the text need not be JSON. */
export function isTooDeep(text: string, maxDepth = MAX_DEPTH): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i += 1;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 91 || c === 123) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if (c === 93 || c === 125) depth -= 1;
  }
  return false;
}
