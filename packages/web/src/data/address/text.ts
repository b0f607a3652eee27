/** Percent-encoding with a dot in place of the percent sign, which browsers leave alone in fragments. */
export function encodeFragment(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[.!*'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

/** The text of a part of an address; undefined if it is not encoded well. */
export function decodeOperand(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return undefined;
  }
}

/** An id with a readable name behind it; only the id counts when the address is read. */
export function slugOf(ids: number | readonly number[], name: string): string {
  const text = typeof ids === 'number' ? String(ids) : ids.join(',');
  const readable = encodeFragment(name.replaceAll(/[%/\s]+/g, '-')).replaceAll(/^-+|-+$/g, '');
  return readable === '' ? text : `${text}-${readable}`;
}
