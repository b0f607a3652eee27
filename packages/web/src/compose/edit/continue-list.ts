import { openFence } from './fence.ts';
import { replaceRange, type TextEdit, type TextSelection } from './text-edit.ts';

/** The edit of Enter inside a list or a quote: the next item, or the end of the list after an empty one. */
export function continueList({ text, start, end }: TextSelection): TextEdit | undefined {
  if (start !== end || openFence(text.slice(0, start)) !== undefined) return undefined;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const match = /^(\s*)(?:([-*+]) (\[[ xX]\] )?|(\d{1,9})([.)]) |(> ))/.exec(text.slice(lineStart, start));
  if (match === null) return undefined;
  const [marker, indent = '', bullet, box, number, sign, quote] = match;
  const rest = text.slice(lineStart + marker.length, start);
  if (rest.trim() === '') return replaceRange(lineStart, start, '');
  const next =
    bullet !== undefined
      ? `${bullet} ${box === undefined ? '' : '[ ] '}`
      : number !== undefined
        ? `${Number(number) + 1}${sign ?? '.'} `
        : (quote ?? '');
  return replaceRange(start, end, `\n${indent}${next}`);
}
