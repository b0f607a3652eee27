import { isTest, readModules } from '@parley/test-support/import-graph.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { analyze, problemOf } from './analyze.ts';
import { BOUNDED } from './bounded.ts';
import { expressionsIn } from './find.ts';

const { values } = readCommandLine({
  name: 'npm run expressions',
  summary: 'Looks for regular expressions of the product that take more than linear time for some text.',
  options: { all: { type: 'boolean', help: 'also those that were linear before' } },
  example: 'npm run expressions',
});

const ADVICE = `
A text of a caller can stop the event loop with such an expression. In this order:
  1. Rewrite it: parts that repeat must not match the same characters as what follows or begins them, such as
     /\\[([^[\\]]+)\\]/ instead of /\\[([^\\]]+)\\]/. Or use indexOf, split and trim.
  2. Run it on RE2 (re2js), as packages/markdown/src/linkifiers does.
  3. If its input has a bound, add it to tools/expressions/bounded.ts with the bound and the reason.
`;

/** An expression that is not linear, by which the analyzer itself is checked. */
const CONTROL = expressionsIn('control.ts', String.raw`/\s*;\s*/`);

const all = readModules()
  .filter(({ file }) => !isTest(file))
  .flatMap(({ file, text }) => expressionsIn(file, text));
const isListed = new Set(BOUNDED.map(({ file, expression }) => `${file} ${expression}`));
const known = new Set(all.map(({ file, text }) => `${file} ${text}`));
if ((await Promise.all(CONTROL.map(problemOf))).includes(undefined))
  throw new Error('The analyzer takes a quadratic expression for a linear one.');
const faults = await analyze(
  all.filter(({ file, text }) => !isListed.has(`${file} ${text}`)),
  { usesCache: values.all !== true },
);
for (const { expression, problem } of faults)
  process.stdout.write(`${expression.file}:${expression.line}: ${expression.text} ${problem}\n`);
if (faults.length > 0) process.stdout.write(ADVICE);
const gone = BOUNDED.filter(({ file, expression }) => !known.has(`${file} ${expression}`));
for (const { file, expression } of gone)
  process.stdout.write(
    `tools/expressions/bounded.ts: ${file} has no ${expression} any more; remove the entry\n`,
  );
process.stdout.write(
  `${all.length} expressions, ${BOUNDED.length} with a bounded input, ${faults.length + gone.length} faults\n`,
);
process.exitCode = faults.length + gone.length === 0 ? 0 : 1;
