import { expect, test } from 'vitest';
import { render } from '../../src/full.ts';
import { caseContext } from '../cases.ts';
import { attacks } from './attacks.ts';
import { problemIn } from './check.ts';
import { randomText } from './grammar.ts';
import { pathological } from './pathological.ts';
import { Random } from './random.ts';

test('random texts give HTML that a real parser finds safe', () => {
  const random = new Random(1);
  for (let count = 0; count < 100; count++) {
    const text = randomText(random);
    expect({ text, problem: problemIn(render(text, caseContext).html) }).toEqual({
      text,
      problem: undefined,
    });
  }
});

test.each(attacks)('nothing gets through with %s', (text) => {
  expect(problemIn(render(text, caseContext).html)).toBeUndefined();
});

test.each(Object.entries(pathological))('%s make safe HTML', (_name, make) => {
  expect(problemIn(render(make(400), caseContext).html)).toBeUndefined();
});

test.each([
  '<script>x</script>',
  '<p onclick="x">y</p>',
  '<a href="javascript:x">y</a>',
  '<a href=" java\nscript:x">y</a>',
  '<p><div>x</div></p>',
  '<!-- x -->',
])('the check itself finds %s', (html) => {
  expect(problemIn(html)).toBeDefined();
});
