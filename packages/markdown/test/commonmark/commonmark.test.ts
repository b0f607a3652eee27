import { type Example, tests as examples } from 'commonmark-spec';
import { expect, test } from 'vitest';
import { render } from '../../src/full.ts';
import { changed } from './changed.ts';
import { structureOf } from './structure.ts';

const reasons = new Map(
  Object.entries(changed).flatMap(([reason, numbers]) => numbers.map((number) => [number, reason])),
);

test('every example of CommonMark is rendered as there, or listed as changed with a reason', () => {
  expect(examples).toHaveLength(652);
  const different = examples.filter((example) => !isSame(example)).map(({ number }) => number);
  expect(different).toEqual([...reasons.keys()].map(Number).toSorted((a, b) => a - b));
});

function isSame({ markdown, html }: Example): boolean {
  return structureOf(render(withTabs(markdown)).html) === structureOf(withTabs(html));
}

/** The examples show tabs as arrows. */
function withTabs(text: string): string {
  return text.replaceAll('→', '\t');
}
