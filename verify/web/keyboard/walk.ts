import type { Page } from 'playwright-core';
import { controlsOf, focusedControl, press, watchFocus } from './eye.ts';
import type { FocusedControl } from './in-page.ts';
import { operate } from './operate.ts';

export type Walk = {
  readonly reached: number;
  readonly operated: number;
  readonly findings: readonly string[];
};

/** More stops than any page has. */
const MAX_STOPS = 400;

/** Arrows that reach the other members of a set, which has one tab stop. */
const MEMBER_STEPS = 40;

/**
 * Walks through all controls of the main part of a page by Tab, operates each, and tells what a user of the keyboard would miss:
 * controls out of reach, a focus that is invisible, covered or lost, and an order that is not that of reading.
 */
export async function walkPage(page: Page): Promise<Walk> {
  const findings: string[] = [];
  let operated = 0;
  // A control that leads to another page ends a lap; the next one begins behind it.
  for (let done = 0; ;) {
    const lap = await walkLap(page, done);
    findings.push(...lap.findings);
    operated += lap.operated;
    if (lap.left === undefined) return { reached: lap.reached, operated, findings };
    done = lap.left + 1;
  }
}

type Lap = Walk & { readonly left?: number };

async function walkLap(page: Page, done: number): Promise<Lap> {
  await watchFocus(page);
  const expected = await controlsOf(page);
  const findings: string[] = [];
  const reached = new Set<number>();
  let operated = 0;
  let before: FocusedControl | undefined;
  await enterMain(page);
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    // A control that is gone has given the focus to the next one.
    const given = before === undefined ? undefined : await focusedControl(page);
    const isGiven = given?.isInMain === true && !reached.has(given.id);
    if (!isGiven) await press(page, 'Tab');
    const now = isGiven ? given : await focusedControl(page);
    // A date is one control with several stops.
    if (!isGiven && now !== undefined && now.id === before?.id) continue;
    if (now === undefined || !now.isInMain || reached.has(now.id)) break;
    reached.add(now.id);
    if (stop >= done) {
      findings.push(...faultsOf(now, before));
      for (const id of await membersFrom(page, now)) reached.add(id);
      const outcome = await operate(page, now);
      if (outcome === 'left') return { reached: reached.size, operated: operated + 1, findings, left: stop };
      if (outcome === 'works') operated += 1;
      if (typeof outcome === 'object') findings.push(`“${now.name}”: ${outcome.problem}`);
    }
    // Its use may have moved the control.
    before = (await focusedControl(page)) ?? now;
  }
  const stillThere = new Set((await controlsOf(page)).map(({ id }) => id));
  for (const { id, name, member } of expected)
    if (!reached.has(id) && !member && stillThere.has(id)) findings.push(`“${name}” is not reached by Tab`);
  return { reached: reached.size, operated, findings };
}

/** As a user does it: the link that skips the sidebar. */
async function enterMain(page: Page): Promise<void> {
  await page.locator('.skip').focus();
  await press(page, 'Enter');
}

function faultsOf(now: FocusedControl, before: FocusedControl | undefined): string[] {
  const faults: string[] = [];
  if (now.name === '') faults.push(`a ${now.kind} has no name`);
  if (!now.isMarked) faults.push(`“${now.name}”: the focus is not visible`);
  if (!now.isOnScreen) faults.push(`“${now.name}”: the focus is covered or off the screen`);
  if (before !== undefined && isBackwards(before, now))
    faults.push(`“${now.name}” comes after “${before.name}”, and stands before it`);
  return faults;
}

/** Above the control before, in the same column. */
function isBackwards({ box: before }: FocusedControl, { box: now }: FocusedControl): boolean {
  const isSameColumn = now.left < before.right && before.left < now.right;
  return isSameColumn && now.bottom <= before.top;
}

/** Members of a set are reached by arrows, which come back to where they began. */
async function membersFrom(page: Page, first: FocusedControl): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  if (first.kind !== 'radio') return found;
  for (let step = 0; step < MEMBER_STEPS; step += 1) {
    await press(page, 'ArrowRight');
    const now = await focusedControl(page);
    if (now === undefined || now.id === first.id || found.has(now.id)) break;
    found.add(now.id);
  }
  for (let step = 0; step < MEMBER_STEPS; step += 1) {
    if ((await focusedControl(page))?.id === first.id) break;
    await press(page, 'ArrowLeft');
  }
  return found;
}
