import type { Page } from 'playwright-core';
import { openEye, type FocusedControl, type KeyboardEye } from './in-page.ts';

type WithEye = { readonly keyboardEye: KeyboardEye };

export async function watchFocus(page: Page): Promise<void> {
  await page.evaluate(openEye);
}

export function controlsOf(page: Page): Promise<ReturnType<KeyboardEye['controls']>> {
  return page.evaluate(() => (globalThis as unknown as WithEye).keyboardEye.controls());
}

export function focusedControl(page: Page): Promise<FocusedControl | undefined> {
  return page.evaluate(() => (globalThis as unknown as WithEye).keyboardEye.focused());
}

/** Changes of the document since the last key press, or the last call. */
export function changesOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as WithEye).keyboardEye.changes());
}

/** Presses a key and lets the page draw what follows from it; returns the number of changes of the document. */
export async function press(page: Page, key: string): Promise<number> {
  await page.evaluate(() => (globalThis as unknown as WithEye).keyboardEye.changes());
  await page.keyboard.press(key);
  return page.evaluate(async () => {
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    return (globalThis as unknown as WithEye).keyboardEye.changes();
  });
}
