import { ScimError } from './scim-error.ts';

/** One comparison of a filter; all of them hold. */
export type FilterComparison = { readonly attribute: string; readonly value: string | boolean };

const MAX_FILTER_LENGTH = 1_000;
const MAX_COMPARISONS = 5;

/** `attribute eq "value"` with the rest behind it. The attribute may have a filter of its own, as in `emails[type eq "work"].value`. */
const COMPARISON =
  /^\s*([A-Za-z][\w.:-]{0,200}(?:\[type eq "work"\]\.value)?)\s+([A-Za-z]{2})\s+("(?:[^"\\]|\\.)*"|true|false)/i;

/**
 * Reads the filters that directories send: comparisons by `eq`, joined by `and`. Others are refused, so that no directory
 * takes a longer list for the answer.
 */
export function parseFilter(text: string): readonly FilterComparison[] {
  if (text.length > MAX_FILTER_LENGTH) throw invalid(`is longer than ${MAX_FILTER_LENGTH} characters`);
  const comparisons: FilterComparison[] = [];
  for (let rest = text; ;) {
    const match = COMPARISON.exec(rest);
    if (match === null) throw invalid('is not a comparison such as userName eq "ada@example.com"');
    const [whole, attribute = '', operator = '', literal = ''] = match;
    if (operator.toLowerCase() !== 'eq')
      throw invalid(`has the operator ${operator}; the server compares by eq`);
    comparisons.push({ attribute: nameOf(attribute), value: valueOf(literal) });
    if (comparisons.length > MAX_COMPARISONS) throw invalid(`has more than ${MAX_COMPARISONS} comparisons`);
    rest = rest.slice(whole.length);
    if (rest.trim() === '') return comparisons;
    const joined = /^\s+and\s/i.exec(rest);
    if (joined === null) throw invalid('joins comparisons by something else than and');
    rest = rest.slice(joined[0].length);
  }
}

const CORE_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/** The name of an attribute in small letters, without the schema in front of it. Names are compared without case. */
export function nameOf(attribute: string): string {
  return attribute.toLowerCase().replace(CORE_SCHEMA, '').replace('[type eq "work"]', '');
}

function valueOf(literal: string): string | boolean {
  if (!literal.startsWith('"')) return literal.toLowerCase() === 'true';
  try {
    const value = JSON.parse(literal) as string;
    if (value.isWellFormed() && !value.includes('\0')) return value;
  } catch {
    // Told below.
  }
  throw invalid('has a malformed text');
}

function invalid(problem: string): ScimError {
  return new ScimError(400, `The filter ${problem}.`, 'invalidFilter');
}
