import type { Page } from 'playwright-core';
import { settle } from '../support/settle.ts';
import { changesOf, focusedControl, press } from './eye.ts';
import type { FocusedControl } from './in-page.ts';

/** Controls that end the visit, which journeys of their own press: log-out-clears, leave-for-good, end-organization. */
const LEAVING = /^(?:Log out|Close|Back|Skip to|Get|Install)/;

const LAYERS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
/** Another language reloads the page, which the journey choose-language does. */
const RELOADING = 'Language';
/** A menu, its dialog and a question about it. */
const MAX_LAYERS = 3;

/** `left`: the control led to another page, and the browser is back. */
export type Use = 'works' | 'skipped' | 'left' | { readonly problem: string };

/** Uses a control with keys alone, and undoes what it did. */
export async function operate(page: Page, control: FocusedControl): Promise<Use> {
  switch (control.kind) {
    case 'check':
      return answered(page, control, ['Space', 'Space']);
    case 'text':
      return typed(page, control);
    case 'select':
      return control.name.startsWith(RELOADING) ? 'skipped' : answersArrows(page, control);
    case 'disclosure':
      return answered(page, control, ['Enter', 'Enter']);
    case 'button':
      return LEAVING.test(control.name) ? 'skipped' : pressed(page, control);
    case 'link':
    case 'radio':
    case 'number':
    case 'other':
      // Links, sliders and dates are the browser's own; members of sets were walked through.
      return 'works';
  }
}

/** Each key changes something, and the focus stays. */
async function answered(page: Page, control: FocusedControl, keys: readonly string[]): Promise<Use> {
  for (const key of keys) {
    const isChecked = await stateOf(page);
    // The answer of the server may be what changes the page.
    const changes = (await press(page, key)) || (await settledChanges(page));
    await closeLayers(page);
    if (changes === 0 && (await stateOf(page)) === isChecked) return { problem: `${key} does nothing` };
  }
  return keepsFocus(page, control);
}

function stateOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    return `${element?.checked} ${element?.value} ${element?.getAttribute('aria-checked')}`;
  });
}

async function typed(page: Page, control: FocusedControl): Promise<Use> {
  const before = await stateOf(page);
  // The browser selects the text of a field that Tab reaches, and an empty one may be refused.
  await press(page, 'End');
  await press(page, 'x');
  const after = await stateOf(page);
  const isReadOnly = await page.evaluate(
    () => (document.activeElement as HTMLInputElement | null)?.readOnly === true,
  );
  if (before === after && !isReadOnly) return { problem: 'typing does nothing' };
  await press(page, 'Backspace');
  if (control.hasPopup) await closeLayers(page);
  return keepsFocus(page, control);
}

async function answersArrows(page: Page, control: FocusedControl): Promise<Use> {
  const before = await stateOf(page);
  const pressAndWait = async (key: string): Promise<string> => {
    await press(page, key);
    await settle(page);
    return stateOf(page);
  };
  const isLast = (await pressAndWait('ArrowDown')) === before;
  const isAlone = (await pressAndWait('ArrowUp')) === before && isLast;
  if (isLast && !isAlone) await pressAndWait('ArrowDown');
  const count = await page.evaluate(
    () => (document.activeElement as HTMLSelectElement | null)?.options?.length ?? 0,
  );
  if (isAlone && count > 1) return { problem: 'arrows choose nothing' };
  return keepsFocus(page, control);
}

/** Presses a button; what it opens takes the focus, and Escape gives it back. */
async function pressed(page: Page, control: FocusedControl): Promise<Use> {
  const address = page.url();
  let hasOpened = false;
  const note = (): void => {
    hasOpened = true;
  };
  // The windows of the system are its own.
  for (const event of ['filechooser', 'download', 'popup'] as const) page.on(event as 'popup', note);
  const changes = (await press(page, 'Enter')) + (await settledChanges(page));
  for (const event of ['filechooser', 'download', 'popup'] as const) page.off(event as 'popup', note);
  if (page.url() !== address) {
    await page.goBack();
    await settle(page);
    return 'left';
  }
  // A filter that is chosen stays so.
  const isChosen = await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed') === 'true');
  if (changes === 0 && !hasOpened && !isChosen && (await page.locator(LAYERS).count()) === 0)
    return { problem: 'Enter does nothing' };
  if ((await page.locator(LAYERS).count()) > 0) {
    if ((await focusedControl(page)) === undefined) return { problem: 'the focus is lost in what it opens' };
    await closeLayers(page);
    if ((await page.locator(LAYERS).count()) > 0) return { problem: 'Escape does not close what it opens' };
  }
  return keepsFocus(page, control);
}

async function settledChanges(page: Page): Promise<number> {
  await settle(page);
  return changesOf(page);
}

async function closeLayers(page: Page): Promise<void> {
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    if ((await page.locator(LAYERS).count()) === 0) return;
    await press(page, 'Escape');
    await settle(page);
  }
}

/** The control may have been replaced by another one, but the focus is on one. */
async function keepsFocus(page: Page, control: FocusedControl): Promise<Use> {
  const now = await focusedControl(page);
  if (now === undefined) return { problem: 'the focus is lost afterwards' };
  if (now.id !== control.id && !now.isInMain)
    return { problem: `the focus goes to “${now.name}” afterwards` };
  return 'works';
}
