import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { check } from 'recheck';
import type { Expression } from './find.ts';

/** Why an expression may take more than linear time. */
export type Fault = { readonly expression: Expression; readonly problem: string };

const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/expressions.json');
/** Part of the cache, because another version may decide otherwise. */
const ANALYZER = 'recheck 4.5.0';
/** Most expressions take a tenth of a second; a busy machine must not make them undecided. */
const TIMEOUT_MS = 60_000;

/** Finds the expressions that are not linear. Those that the cache knows to be linear are not looked at again. */
export async function analyze(
  expressions: readonly Expression[],
  { usesCache }: { readonly usesCache: boolean },
): Promise<Fault[]> {
  const linear = usesCache ? await readCache() : new Set<string>();
  const faults: Fault[] = [];
  for (const expression of expressions) {
    if (linear.has(expression.text)) continue;
    const problem = await problemOf(expression);
    if (problem === undefined) linear.add(expression.text);
    else faults.push({ expression, problem });
  }
  await mkdir(path.dirname(CACHE), { recursive: true });
  await writeFile(CACHE, JSON.stringify({ analyzer: ANALYZER, linear: [...linear] }));
  return faults;
}

/** Undefined for an expression that takes linear time. */
export async function problemOf({ parts }: Expression): Promise<string | undefined> {
  if (parts === undefined) return 'is composed while the program runs';
  // Without repetition there is nothing to try again.
  if (!/[*+{]/.test(parts.pattern)) return undefined;
  const result = await check(parts.pattern, parts.flags, { timeout: TIMEOUT_MS });
  switch (result.status) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      // Expressions with lookaround are tried at random, with limits of time: such a result differs from run to run.
      if (result.complexity.isFuzz) return undefined;
      return `takes ${result.complexity.summary} time for ${result.attack.pattern}`;
    case 'unknown':
      return `cannot be decided (${result.error.kind})`;
  }
}

async function readCache(): Promise<Set<string>> {
  try {
    const { analyzer, linear } = JSON.parse(await readFile(CACHE, 'utf8')) as Record<string, unknown>;
    return new Set(analyzer === ANALYZER ? (linear as string[]) : []);
  } catch {
    return new Set();
  }
}
