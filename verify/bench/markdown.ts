import { readCommandLine } from '@parley/test-support/command-line.ts';
import { render } from '@parley/markdown/full';
import MarkdownIt from 'markdown-it';
import { caseContext } from '../../packages/markdown/test/cases.ts';
import { timeOf } from '../../packages/markdown/test/fuzz/timing.ts';
import { bundleSizes } from '../../packages/markdown/test/size.ts';
import { messages } from '../../packages/markdown/test/messages.ts';

const rounds = 15;
const passes = 40;

const COMMAND = {
  name: 'npm run bench -- markdown',
  summary:
    'Measures renders per second of realistic messages beside the bare Markdown library, and the size of the browser bundle.',
  options: {},
  example: 'npm run bench -- markdown',
} as const;

export async function benchMarkdown(args: readonly string[]): Promise<void> {
  readCommandLine(COMMAND, args);
  const bare = new MarkdownIt();
  const ratios: number[] = [];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const our = rate((text) => render(text, caseContext));
    const their = rate((text) => bare.render(text));
    // The first rounds are warm-up.
    if (round < 3) continue;
    ours.push(our);
    theirs.push(their);
    ratios.push(our / their);
  }
  say(`${messages.length} messages, ${Math.round(averageLength())} characters on average`);
  say(`this renderer  ${spread(ours, 0)} a second`);
  say(`bare library   ${spread(theirs, 0)} a second`);
  say(`ratio          ${spread(ratios, 2)} (goal: at least 0.5)`);
  for (const { name, minified, compressed } of await bundleSizes()) {
    say(`${name.padEnd(30)} ${kilobytes(minified)} minified, ${kilobytes(compressed)} compressed`);
  }
  if (median(ratios) < 0.5) process.exitCode = 1;
}

function rate(work: (text: string) => unknown): number {
  const ms = timeOf(() => {
    for (let pass = 0; pass < passes; pass++) for (const text of messages) work(text);
  });
  return (passes * messages.length * 1_000) / ms;
}

function averageLength(): number {
  return messages.reduce((sum, text) => sum + text.length, 0) / messages.length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function spread(values: readonly number[], digits: number): string {
  const show = (value: number): string => value.toFixed(digits);
  return `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))})`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
