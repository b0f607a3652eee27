import { readCommandLine } from '@parley/test-support/command-line.ts';
import { render } from '@parley/markdown/full';
import { caseContext } from '../../packages/markdown/test/cases.ts';
import { attacks } from '../../packages/markdown/test/fuzz/attacks.ts';
import { MAX_RENDER_MS, brokenBounds } from '../../packages/markdown/test/fuzz/bounds.ts';
import { renderInBrowser } from '../../packages/markdown/test/fuzz/browser.ts';
import { problemIn } from '../../packages/markdown/test/fuzz/check.ts';
import { randomText } from '../../packages/markdown/test/fuzz/grammar.ts';
import { pathological } from '../../packages/markdown/test/fuzz/pathological.ts';
import { Random } from '../../packages/markdown/test/fuzz/random.ts';
import { leastTime, timeOf } from '../../packages/markdown/test/fuzz/timing.ts';

const COMMAND = {
  name: 'npm run fuzz -- markdown',
  summary:
    'Renders random and hostile texts; every output is read by an HTML parser and timed, and a sample is loaded in a browser.',
  options: {
    renders: { type: 'string', value: 'number', default: '20000', help: 'texts to render' },
    browser: { type: 'string', value: 'number', default: '2000', help: 'texts to load in a browser' },
    seed: { type: 'string', value: 'number', help: 'seed that repeats a run (default: random)' },
  },
  example: 'npm run fuzz -- markdown --renders 200000',
} as const;

export async function fuzzMarkdown(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  say(`seed ${seed}`);
  const failures = [
    ...fuzzTexts(new Random(seed), Number(values.renders)),
    ...fuzzBounds(),
    ...(await fuzzBrowser(new Random(seed + 1), Number(values.browser))),
  ];
  for (const failure of failures.slice(0, 20)) say(`FAILED ${failure}`);
  say(failures.length === 0 ? 'no failure' : `${failures.length} failures`);
  if (failures.length > 0) process.exitCode = 1;
}

function fuzzTexts(random: Random, renders: number): string[] {
  const failures: string[] = [];
  let characters = 0;
  let slowest = 0;
  for (let count = 0; count < renders; count++) {
    const text = count < attacks.length ? (attacks[count] ?? '') : randomText(random);
    characters += text.length;
    const problem = failureOf(text, (ms) => (slowest = Math.max(slowest, ms)));
    if (problem !== undefined) failures.push(`${problem}: ${JSON.stringify(text.slice(0, 500))}`);
    if (count > 0 && count % 50_000 === 0) say(`${count} texts`);
  }
  say(
    `${renders} texts of ${Math.round(characters / renders)} characters on average, slowest ${slowest.toFixed(1)} ms of processor time`,
  );
  return failures;
}

function failureOf(text: string, took: (ms: number) => void): string | undefined {
  try {
    let html = '';
    const work = (): void => {
      html = render(text, caseContext).html;
    };
    const first = timeOf(work);
    // Repeats slow renders, because a garbage collection pause does not count.
    const ms = first > MAX_RENDER_MS / 5 ? Math.min(first, leastTime(work, 5)) : first;
    took(ms);
    if (ms > MAX_RENDER_MS) return `${ms.toFixed(1)} ms`;
    return problemIn(html);
  } catch (error) {
    return String(error);
  }
}

function fuzzBounds(): string[] {
  const broken = brokenBounds(6);
  say(
    `${Object.keys(pathological).length} pathological texts at 5,000 and 10,000 characters, ${broken.length} out of bounds`,
  );
  return broken;
}

async function fuzzBrowser(random: Random, sample: number): Promise<string[]> {
  if (sample === 0) return [];
  const texts = Array.from({ length: sample }, () => randomText(random));
  const there = await renderInBrowser(texts);
  const different = texts.filter(
    (text, index) => JSON.stringify(render(text, caseContext)) !== JSON.stringify(there[index]),
  );
  say(`${sample} texts in a browser, ${different.length} different`);
  return different.map((text) => `differs in the browser: ${JSON.stringify(text.slice(0, 500))}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
