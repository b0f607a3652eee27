import { replaceRange, type TextEdit, type TextSelection } from './text-edit.ts';

export type Format = 'bold' | 'italic' | 'link' | 'code' | 'quote' | 'list' | 'spoiler' | 'time';

/** The edit of a formatting button or key; formats that surround are taken off again. */
export function formatText(selection: TextSelection, format: Format, now: Date): TextEdit {
  switch (format) {
    case 'bold':
      return toggleAround(selection, '**');
    case 'italic':
      return toggleAround(selection, '*');
    case 'code':
      return chosen(selection).includes('\n')
        ? fenceAround(selection, '```', '')
        : toggleAround(selection, '`');
    case 'quote':
      return chosen(selection).includes('\n')
        ? fenceAround(selection, '```quote', '')
        : toggleLines(selection, '> ');
    case 'list':
      return toggleLines(selection, '- ');
    case 'spoiler':
      return fenceAround(selection, '```spoiler ', 'Title');
    case 'link':
      return linkAround(selection);
    case 'time':
      return replaceRange(selection.start, selection.end, `<time:${localIso(now)}>`);
  }
}

/** The link that a pasted address makes of the selected text; undefined if the text is no address. */
export function linkFromPaste(selection: TextSelection, pasted: string): TextEdit | undefined {
  const address = pasted.trim();
  const text = chosen(selection);
  if (text === '' || !/^https?:\/\/\S+$/i.test(address) || /^https?:\/\/\S+$/i.test(text.trim()))
    return undefined;
  if (/[[\]\n]/.test(text)) return undefined;
  return replaceRange(selection.start, selection.end, `[${text}](${address})`);
}

function chosen({ text, start, end }: TextSelection): string {
  return text.slice(start, end);
}

function toggleAround(selection: TextSelection, mark: string): TextEdit {
  const { text, start, end } = selection;
  const size = mark.length;
  const inner = chosen(selection);
  if (isMarked(text, start, end, mark)) {
    const from = start - size;
    return { from, to: end + size, insert: inner, selectFrom: from, selectTo: from + inner.length };
  }
  // Spaces at the ends would keep the marks from working.
  const lead = /^\s*/.exec(inner)?.[0].length ?? 0;
  const core = inner.trim();
  const from = start + (core === '' ? 0 : lead);
  const at = from + size;
  return {
    from,
    to: from + core.length,
    insert: mark + core + mark,
    selectFrom: at,
    selectTo: at + core.length,
  };
}

function isMarked(text: string, start: number, end: number, mark: string): boolean {
  const size = mark.length;
  if (text.slice(start - size, start) !== mark || text.slice(end, end + size) !== mark || start < size)
    return false;
  // A single star beside another one is half of a bold mark, unless there are three.
  if (mark !== '*') return true;
  const before = /\*+$/.exec(text.slice(0, start))?.[0].length ?? 0;
  return before !== 2;
}

function fenceAround(selection: TextSelection, opening: string, title: string): TextEdit {
  const { text, start, end } = selection;
  const needsBreak = start > 0 && text[start - 1] !== '\n';
  const inner = chosen(selection);
  const head = `${needsBreak ? '\n' : ''}${opening}`;
  const tail = text[end] === '\n' || end === text.length ? '' : '\n';
  const insert = `${head}${title}\n${inner}\n\`\`\`${tail}`;
  const selectFrom = start + head.length + (title === '' ? 1 : 0);
  return {
    from: start,
    to: end,
    insert,
    selectFrom,
    selectTo: selectFrom + (title === '' ? inner : title).length,
  };
}

function toggleLines({ text, start, end }: TextSelection, prefix: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const found = text.indexOf('\n', end);
  const to = found === -1 ? text.length : found;
  const lines = text.slice(from, to).split('\n');
  const isOn = lines.every((line) => line.startsWith(prefix));
  const insert = lines.map((line) => (isOn ? line.slice(prefix.length) : prefix + line)).join('\n');
  const end2 = from + insert.length;
  return { from, to, insert, selectFrom: lines.length > 1 ? from : end2, selectTo: end2 };
}

function linkAround(selection: TextSelection): TextEdit {
  const { start, end } = selection;
  const inner = chosen(selection);
  if (/^https?:\/\/\S+$/i.test(inner)) {
    return { from: start, to: end, insert: `[](${inner})`, selectFrom: start + 1, selectTo: start + 1 };
  }
  const address = start + inner.length + 3;
  return {
    from: start,
    to: end,
    insert: `[${inner}](https://)`,
    selectFrom: inner === '' ? start + 1 : address,
    selectTo: inner === '' ? start + 1 : address + 'https://'.length,
  };
}

/** Local time with its offset and without seconds. */
function localIso(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const shifted = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 16);
  const sign = offset < 0 ? '-' : '+';
  const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `${shifted}:00${sign}${two(offset / 60)}:${two(offset % 60)}`;
}
