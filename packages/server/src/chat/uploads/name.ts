/** Longest file name that common file systems allow. */
const MAX_NAME_BYTES = 255;
const MAX_EXTENSION_LENGTH = 20;

/** The file's name for display, without path, control and invisible characters. */
export function displayName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();
  return truncate(/^\.*$/.test(clean) ? UNNAMED : clean);
}

/** The file's name for URLs: letters, digits, dots, dashes and underscores. */
export function urlName(given: string): string {
  const plain = displayName(given)
    .normalize('NFKC')
    .replaceAll(/\s+/gu, '-')
    .replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '');
  return truncate(/^[.-]*$/.test(plain) ? UNNAMED : plain);
}

const UNNAMED = 'file';

/** Truncates a name, keeping its extension. */
function truncate(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const [extension = ''] = /\.[\p{L}\p{N}]+$/u.exec(name) ?? [];
  const keptExtension = extension.length <= MAX_EXTENSION_LENGTH ? extension : '';
  return headOf(name, MAX_NAME_BYTES - Buffer.byteLength(keptExtension)) + keptExtension;
}

/** The longest prefix of whole characters that has at most `maxBytes` bytes. */
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
