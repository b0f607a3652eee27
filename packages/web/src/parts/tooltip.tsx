import { useEffect, useState, type CSSProperties, type ReactElement } from 'react';
import { after } from '../data/clock.ts';
import { fullTime } from '../words/dates.ts';
import styles from './tooltip.module.css';

/** Rest of the pointer before a tooltip opens; the next one opens at once. */
const TOOLTIP_AFTER_MS = 500;
/** Space that a tooltip needs above its control. */
const TOOLTIP_ROOM_PX = 40;

type Tip = {
  readonly text: string;
  readonly shortcut: string | undefined;
  readonly x: number;
  readonly y: number;
  readonly isBelow: boolean;
};

/** Shows the text of `data-tip`, or the time of `data-tip-time` in full, beside the control under the pointer or with the focus; one per page. */
export function Tooltips(): ReactElement | null {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => watch(setTip), []);
  if (tip === undefined) return null;
  const style = { '--x': `${tip.x}px`, '--y': `${tip.y}px` } as CSSProperties;
  return (
    <div
      className={tip.isBelow ? `${styles['tip']} ${styles['below']}` : styles['tip']}
      style={style}
      aria-hidden="true"
    >
      {tip.text}
      {tip.shortcut === undefined ? null : <kbd>{tip.shortcut}</kbd>}
    </div>
  );
}

function watch(show: (tip: Tip | undefined) => void): () => void {
  const end = new AbortController();
  let cancel: (() => void) | undefined;
  const hide = (): void => {
    cancel?.();
    show(undefined);
  };
  const open = (target: EventTarget | null, delay: number): void => {
    cancel?.();
    const control = target instanceof Element ? target.closest('[data-tip], [data-tip-time]') : null;
    if (control === null) show(undefined);
    else cancel = after(delay, () => show(tipOf(control)));
  };
  const on = (type: string, listener: (event: Event) => void): void => {
    document.addEventListener(type, listener, { signal: end.signal, passive: true, capture: true });
  };
  on('pointerover', (event) => {
    if ((event as PointerEvent).pointerType === 'mouse') open(event.target, TOOLTIP_AFTER_MS);
  });
  on('focusin', (event) => {
    const isVisible = event.target instanceof Element && event.target.matches(':focus-visible');
    open(isVisible ? event.target : null, 0);
  });
  for (const type of ['pointerdown', 'keydown', 'scroll', 'focusout']) on(type, hide);
  return () => {
    end.abort();
    hide();
  };
}

function tipOf(control: Element): Tip | undefined {
  const text = textOf(control);
  if (text === undefined || !control.isConnected || control.getAttribute('aria-expanded') === 'true') return;
  const box = control.getBoundingClientRect();
  const isBelow = box.top < TOOLTIP_ROOM_PX;
  return {
    text,
    shortcut: control.getAttribute('data-tip-key') ?? undefined,
    x: box.left + box.width / 2,
    y: isBelow ? box.bottom : box.top,
    isBelow,
  };
}

/** Times are written out when they are asked for: a list has many of them, and few are looked at. */
function textOf(control: Element): string | undefined {
  const time = control.getAttribute('data-tip-time');
  return time === null ? (control.getAttribute('data-tip') ?? undefined) : fullTime(Number(time));
}
