import { expect, test } from 'vitest';
import { render } from '../src/full.ts';
import { caseContext, cases } from './cases.ts';

test.each(cases)('[MD$number] $text', ({ text, html }) => {
  expect(render(text, caseContext).html).toMatch(patternOf(html));
});

function patternOf(html: string): RegExp {
  const parts = html.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`, 's');
}
