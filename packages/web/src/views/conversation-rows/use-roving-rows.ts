import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { useCommand } from '../../keys/use-command.ts';

export type RovingRows = {
  /** Properties of the element around all rows, each of which has `data-row` with its key. */
  readonly container: {
    readonly ref: (element: HTMLElement | null) => void;
    readonly onFocus: (event: FocusEvent) => void;
  };
  /** Key of the row that Tab reaches. */
  readonly current: string | undefined;
  /** Clicks a control of the current row, found by its `data-act`. */
  readonly act: (name: string) => boolean;
};

/** One tab stop for a list of rows; J, K and the arrows move inside it. */
export function useRovingRows(keys: readonly string[]): RovingRows {
  const [list, attach] = useState<HTMLElement | null>(null);
  const [focused, setFocused] = useState<string>();
  const lastIndex = useRef(-1);
  const current = focused !== undefined && keys.includes(focused) ? focused : keys[0];

  const hasFocus = (): boolean => list?.contains(document.activeElement) === true;
  const move = (step: 1 | -1) => (): void | false => {
    const at = hasFocus() && focused !== undefined ? keys.indexOf(focused) : -1;
    const next = at === -1 ? Math.max(keys.indexOf(current ?? ''), 0) : at + step;
    return focusRow(list, next) ? undefined : false;
  };
  useCommand('next-message', move(1));
  useCommand('previous-message', move(-1));
  useCommand('first-message', () => (focusRow(list, 0) ? undefined : false));
  useCommand('last-message', () => (focusRow(list, keys.length - 1) ? undefined : false));

  // A row that goes away takes the focus with it; the one in its place gets it.
  useEffect(() => {
    if (focused === undefined) return;
    const at = keys.indexOf(focused);
    if (at !== -1) lastIndex.current = at;
    else if (lastIndex.current !== -1 && document.activeElement === document.body)
      focusRow(list, Math.min(lastIndex.current, keys.length - 1));
  }, [list, focused, keys]);

  return {
    container: {
      ref: attach,
      onFocus: (event) => {
        const row = event.target.closest<HTMLElement>('[data-row]');
        setFocused(row?.dataset['row']);
      },
    },
    current,
    act: (name) => {
      const rows = list?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
      const row = [...rows].find(({ dataset }) => dataset['row'] === current);
      const control = row?.querySelector<HTMLElement>(
        `[data-act="${name}"] button, button[data-act="${name}"]`,
      );
      control?.click();
      return control !== undefined && control !== null;
    },
  };
}

function focusRow(list: HTMLElement | null, index: number): boolean {
  const row = list?.querySelectorAll<HTMLElement>('[data-row]')[index];
  const link = row?.querySelector<HTMLElement>('[data-row-link]');
  link?.focus();
  return link !== undefined && link !== null;
}
