import { keyCaps } from './strokes.ts';

/** A stroke as text, for tooltips and hints. */
export function strokeText(stroke: string): string {
  return keyCaps(stroke, isMac())
    .map((caps) => caps.join(' '))
    .join(', ');
}

function isMac(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent);
}
