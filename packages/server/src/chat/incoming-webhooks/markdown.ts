import { quoted } from '../notices/links.ts';

/** A text on one line that mentions no one and contains neither blocks nor links with labels. */
export function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/@(?=\*)/g, '@_')
    .replaceAll('](', '] (')
    .replaceAll('`', "'");
}

/** A link, or its label if there is no address. The label is shown as plain text. */
export function link(label: string, url: string | undefined): string {
  const shown = plain(label);
  if (url === undefined || url.trim() === '') return shown;
  return `[${shown.replaceAll('[', '(').replaceAll(']', ')')}](${safeTarget(url)})`;
}

/** A text of a payload in bold. */
export function bold(text: string): string {
  const shown = plain(text).replaceAll('*', '');
  return shown === '' ? '' : `**${shown}**`;
}

export function code(text: string): string {
  return `\`${text.replaceAll(/\s+/g, ' ').trim().replaceAll('`', "'")}\``;
}

/** Quotes the text of a payload, whose mentions are silent there. Empty for a blank text. */
export function quote(text: string | undefined): string {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? '' : quoted(trimmed);
}

/** A block of code with a fence longer than any in the text. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/[`~]+/g), ([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

export function bullets(lines: readonly string[]): string {
  return lines.map((line) => `* ${line}`).join('\n');
}

/** Paragraphs with blank lines between them; empty ones are left out. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

/** A line for each fact that a payload has: its name in bold, and its value as plain text. */
export function facts(...entries: readonly (readonly [name: string, value: string | undefined])[]): string {
  return entries
    .filter(([, value]) => value !== undefined && value.trim() !== '')
    .map(([name, value = '']) => `${bold(name)}: ${plain(value)}`)
    .join('\n');
}

/** The words of a name such as `query_alert`, `In-Progress` or `partlyDone`, in lower case. */
export function wordsOf(name: string): string {
  return plain(name.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/g, ' ')).toLowerCase();
}

/** The first line of a text. */
export function firstLine(text: string): string {
  return (
    text
      .trimStart()
      .split(/\r\n|[\r\n]/, 1)[0]
      ?.trimEnd() ?? ''
  );
}

/** `1 commit`, `2 commits`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerated(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** A time that every reader sees in the own time zone; empty unless the text is a time. */
export function globalTime(text: string | number | undefined): string {
  if (text === undefined || text === '') return '';
  const at = typeof text === 'number' ? new Date(text * 1000) : new Date(text);
  return Number.isNaN(at.getTime()) ? '' : `<time:${at.toISOString().replace(/\.\d+Z$/, 'Z')}>`;
}

function safeTarget(url: string): string {
  return url
    .trim()
    .replaceAll(/\s/g, '%20')
    .replaceAll('(', '%28')
    .replaceAll(')', '%29')
    .replaceAll('*', '%2A')
    .replaceAll('`', '%60')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E');
}
