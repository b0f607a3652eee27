/** A text on one line that mentions no one and contains no blocks. */
export function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/@(?=\*)/g, '@_')
    .replaceAll('`', "'");
}

/** A link, or its label if there is no address. The label is shown as plain text. */
export function link(label: string, url: string | undefined): string {
  const shown = plain(label);
  if (url === undefined || url.trim() === '') return shown;
  return `[${shown.replaceAll('[', '(').replaceAll(']', ')')}](${safeTarget(url)})`;
}

/** A block of code with a fence longer than any in the text. */
export function codeBlock(text: string, language = ''): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/[`~]+/g), ([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Paragraphs with blank lines between them; empty ones are left out. */
export function paragraphs(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
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
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E');
}
