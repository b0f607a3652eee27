import { test, TestRunner } from 'vitest';
import type { Ground } from './ground.ts';
import { startOwnGround } from './own-ground.ts';
import { rulesOf, type Rule } from './rule.ts';
import { checkRule } from './run-rules.ts';

/** Files of a worker share one server, as all rules of `npm run conformance` do. */
let started: Promise<Ground> | undefined;

/** Has Vitest read a `*.rules.ts` as a file of tests, one for each rule. */
export default class RuleRunner extends TestRunner {
  override async importFile(...given: Parameters<TestRunner['importFile']>): Promise<unknown> {
    const [file, source] = given;
    const module = await super.importFile(...given);
    if (source === 'collect')
      for (const rule of rulesOf(file, module))
        addTest(rule, async () => checkRule(await this.#ground(), rule));
    return module;
  }

  #ground(): Promise<Ground> {
    if (started === undefined) {
      const ground = startOwnGround();
      started = ground;
      this.onCleanupWorkerContext?.(async () => (await ground).stop());
    }
    return started;
  }
}

function addTest({ id, operation, sentence }: Rule, check: () => Promise<void>): void {
  // The check throws for a broken rule.
  // oxlint-disable-next-line vitest/expect-expect
  test.concurrent(`${id} ${operation}: ${sentence}`, check);
}
