import { Broken } from './expect.ts';
import type { Ground } from './ground.ts';
import { NotAsked } from './not-asked.ts';
import type { Rule } from './rule.ts';
import { createWorld } from './world.ts';

export type Outcome =
  | { readonly kind: 'held'; readonly rule: Rule }
  | { readonly kind: 'not-asked'; readonly rule: Rule; readonly reason: string }
  | { readonly kind: 'broken'; readonly rule: Rule; readonly expected: string; readonly got: string };

/** Ends a rule that hangs; a busy machine stays below it. */
const RULE_MS = 300_000;
const SLOW_RULE_MS = 900_000;

/** Asks every rule; `tell` hears of each as it is settled. */
export async function runRules(
  ground: Ground,
  rules: readonly Rule[],
  concurrency: number,
  tell: (outcome: Outcome) => void,
): Promise<readonly Outcome[]> {
  const outcomes = new Map<Rule, Outcome>();
  const settle = async (rule: Rule): Promise<void> => {
    const outcome = await askRule(ground, rule);
    outcomes.set(rule, outcome);
    tell(outcome);
  };
  const patient = rules.filter(({ slow }) => slow).map(settle);
  const queue = rules.filter(({ slow }) => !slow);
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await settle(next);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  await Promise.all(patient);
  return rules.flatMap((rule) => outcomes.get(rule) ?? []);
}

async function askRule(ground: Ground, rule: Rule): Promise<Outcome> {
  try {
    await checkRule(ground, rule);
    return { kind: 'held', rule };
  } catch (error) {
    if (error instanceof NotAsked) return { kind: 'not-asked', rule, reason: error.message };
    if (error instanceof Broken) return { kind: 'broken', rule, expected: error.expected, got: error.got };
    return { kind: 'broken', rule, expected: 'an answer', got: String(error) };
  }
}

/** Checks a rule in a world of its own, and throws if the server breaks it. */
export async function checkRule(ground: Ground, rule: Rule): Promise<void> {
  const world = createWorld(ground);
  try {
    await inTime(rule, rule.check(world));
  } catch (error) {
    await world.finish().catch(() => undefined);
    throw error;
  }
  await world.finish();
}

async function inTime(rule: Rule, work: Promise<void>): Promise<void> {
  const ms = rule.slow ? SLOW_RULE_MS : RULE_MS;
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Broken(`an end within ${ms / 1000} seconds`, 'none'));
    }, ms);
  });
  try {
    await Promise.race([work, alarm]);
  } finally {
    clearTimeout(timer);
  }
}
