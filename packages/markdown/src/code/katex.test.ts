import { expect, test } from 'vitest';
import { isSafe } from '../safety/assert-safe.ts';
import { katexMath } from './katex.ts';

test.each([
  String.raw`\sqrt{x}`,
  String.raw`a \quad b`,
  String.raw`\widehat{xy}`,
  String.raw`\cancel{x}`,
  String.raw`\xrightarrow{a}`,
  String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}`,
])('the formula %s is typeset in safe HTML', (tex) => {
  expect(isSafe(katexMath(tex, false) ?? '<')).toBe(true);
});
