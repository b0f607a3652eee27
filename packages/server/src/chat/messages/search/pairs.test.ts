import { expect, test } from 'vitest';
import { lookupsOf, type Lookup } from './lookups.ts';
import { matches, spansOf } from './matches.ts';
import { SEARCH_PAIRS } from '@parley/test-support/search-pairs.ts';
import { tokensOf } from './tokens.ts';
import { unitsOf } from './units.ts';

function isNamedBy(lookup: Lookup, tokens: ReadonlySet<string>): boolean {
  return lookup.kind === 'token'
    ? tokens.has(lookup.token)
    : [...tokens].some((token) => token.startsWith(lookup.beginning) && lookup.accepts(token));
}

test.each(SEARCH_PAIRS)('[SE1] %s: the search %j in %j answers %j', (language, search, text, isFound) => {
  const units = unitsOf(search, [language]);
  expect(matches(units, [text])).toBe(isFound);
  if (!isFound) return;
  expect(spansOf(units, text).length).toBeGreaterThan(0);
  const tokens = tokensOf(text);
  for (const lookup of lookupsOf(units)) expect(isNamedBy(lookup, tokens)).toBe(true);
});
