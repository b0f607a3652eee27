import { RealNumber } from './primitives.ts';

/** Deeper than any declared parameter; a deeper document could overflow the stack of whatever walks it. */
const MAX_DEPTH = 32;

export type JsonText = { ok: true; value: unknown } | { ok: false; problem: string };

/** Values of lists and objects in one document; checking more of them would hold up other requests. */
export const MAX_JSON_VALUES = 30_000;
/** Fewer if some are numbers with a fraction or an exponent: then each value is looked at in the text. */
const MAX_VALUES_WITH_FRACTIONS = 5_000;

/** Reads a JSON parameter strictly: bounded size, well-formed text, and integers told apart from other numbers. */
export function parseJsonText(text: string): JsonText {
  const { depth, values, hasFractions } = surveyOf(text, MAX_DEPTH);
  if (depth > MAX_DEPTH) return { ok: false, problem: 'is nested too deeply' };
  const maxValues = hasFractions ? MAX_VALUES_WITH_FRACTIONS : MAX_JSON_VALUES;
  if (values > maxValues) return { ok: false, problem: `has more than ${maxValues} values` };
  try {
    const value: unknown = hasFractions ? JSON.parse(text, markReal) : JSON.parse(text);
    // Without an escape, every text in it is as sound as the whole.
    if (!isSound(text) || text.includes(String.raw`\u`) || text.includes('__proto__')) check(value);
    return { ok: true, value };
  } catch (error) {
    if (error instanceof BadText) return { ok: false, problem: error.message };
    return { ok: false, problem: 'is not valid JSON' };
  }
}

class BadText extends Error {}

function markReal(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value;
  if (Number.isInteger(value) && /[.eE]/.test(context?.source ?? '')) return new RealNumber(value);
  return Object.is(value, -0) ? 0 : value;
}

/** Throws if a text or key is not sound. The depth is bounded already. */
function check(value: unknown): void {
  if (typeof value === 'string') {
    if (!isSound(value)) throw new BadText('holds text that is not well-formed');
    return;
  }
  if (typeof value !== 'object' || value === null || value instanceof RealNumber) return;
  if (Array.isArray(value)) {
    for (const member of value) check(member);
    return;
  }
  for (const [key, member] of Object.entries(value)) {
    if (!isSound(key) || key === '__proto__') throw new BadText('has a key that is not allowed');
    check(member);
  }
}

/** Null characters and lone surrogates: no database and few clients take them. */
export function isSound(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether lists and objects are nested deeper than `maxDepth`; the text need not be JSON. */
export function isTooDeep(text: string, maxDepth = MAX_DEPTH): boolean {
  return surveyOf(text, maxDepth).depth > maxDepth;
}

type Survey = {
  /** Greatest depth, or the first one beyond the maximum. */
  readonly depth: number;
  /** Members of lists and objects; a list or object counts as one more. */
  readonly values: number;
  /** Whether a number has a fraction, an exponent or the form `-0`. */
  readonly hasFractions: boolean;
};

/** Looks through a text that need not be JSON; stops beyond `maxDepth`. */
function surveyOf(text: string, maxDepth: number): Survey {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let hasFractions = false;
  for (let i = 0; i < text.length; i += 1) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfText(text, i);
        break;
      case COMMA:
        values += 1;
        break;
      case BRACKET:
      case BRACE:
        values += 1;
        depth += 1;
        deepest = Math.max(deepest, depth);
        if (deepest > maxDepth) return { depth: deepest, values, hasFractions };
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      case MINUS:
        hasFractions ||= text.charCodeAt(i + 1) === ZERO;
        break;
      case POINT:
      case CAPITAL_E:
        hasFractions = true;
        break;
      case SMALL_E:
        // Otherwise the last letter of `true` or `false`.
        hasFractions ||= isDigit(text.charCodeAt(i - 1));
        break;
      default:
    }
  }
  return { depth: deepest, values, hasFractions };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const CAPITAL_E = 0x45;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const SMALL_E = 0x65;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** The index of the quote that ends a text, or the end of all. */
function endOfText(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i += 1;
    else if (code === QUOTE) return i;
  }
  return text.length;
}
