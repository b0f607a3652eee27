/** Longer names are cut: file systems allow this many bytes for one name. */
const MAX_NAME_BYTES = 255;
const MAX_EXTENSION = 20;

/** The name of a file as users see it: what they called it, without what would deceive them. */
export function shownName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
  return cut(/^\.*$/.test(clean) ? UNNAMED : clean);
}

/** The same as the end of an address: letters, digits, dots, dashes and underscores. */
export function addressName(given: string): string {
  const plain = shownName(given)
    .normalize('NFKC')
    .replaceAll(/\s+/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '');
  return cut(/^[.-]*$/.test(plain) ? UNNAMED : plain);
}

const UNNAMED = 'file';

/** Keeps the ending, which says what the file is. */
function cut(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const [ending = ''] = /\.[\p{L}\p{N}]+$/u.exec(name) ?? [];
  const kept = ending.length <= MAX_EXTENSION ? ending : '';
  return headOf(name, MAX_NAME_BYTES - Buffer.byteLength(kept)) + kept;
}

/** As many whole characters as fit into some bytes. */
function headOf(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}
