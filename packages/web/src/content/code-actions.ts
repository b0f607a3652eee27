import type { State } from '@parley/client';
import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';

/** Copies the block of code around a control. */
export function copyCode(control: Element): void {
  void navigator.clipboard.writeText(codeAround(control)).then(
    () => showToast({ text: t('Code copied') }),
    () => showToast({ text: t('The code could not be copied.') }),
  );
}

/** Opens the code around a control in the organization's playground for its language. */
export function openPlayground(control: Element, { realm_playgrounds: playgrounds = [] }: State): void {
  const language = control.closest('[data-code-language]')?.getAttribute('data-code-language');
  const template = playgrounds.find(({ pygments_language: name }) => name === language)?.url_template;
  if (template === undefined) return;
  const address = template.replace(/\{[?&]?code\}/, (found) => {
    const value = encodeURIComponent(codeAround(control).trimEnd());
    return found.startsWith('{code') ? value : `${found[1]}code=${value}`;
  });
  globalThis.open(address, '_blank', 'noopener,noreferrer');
}

function codeAround(control: Element): string {
  return control.closest('div:has(> pre)')?.querySelector('pre')?.textContent ?? '';
}
