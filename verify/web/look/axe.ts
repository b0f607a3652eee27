import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose result depends on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Violations of the accessibility rules in a page, one line each; of the rules about colors alone where asked. */
export async function violationsIn(page: Page, isColorOnly: boolean): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await load(page);
  const results = await page.evaluate(
    (rules): Promise<AxeResults> => {
      const { axe } = globalThis as unknown as {
        axe: { run: (context: Document, options: unknown) => Promise<AxeResults> };
      };
      return axe.run(document, { runOnly: rules, resultTypes: ['violations'] });
    },
    isColorOnly ? COLOR_RULES : RULES,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} at ${target.join(' ')}: ${failureSummary.split('\n').slice(1).join(' ').trim()}`,
    ),
  );
}

/** The content security policy forbids script elements with text, but not the debugger. */
async function load(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: SOURCE });
  await session.detach();
}
