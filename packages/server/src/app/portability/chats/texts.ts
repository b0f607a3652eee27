/** The text without NUL and halves of surrogate pairs, which PostgreSQL cannot store. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A value of an archive as a text; other types become empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? storable(value) : '';
}

const ELLIPSIS = '…';

/** At most `length` code points; what is cut ends with an ellipsis. */
export function cutTo(text: string, length: number): string {
  if (text.length <= length) return text;
  const points = Array.from(text.slice(0, 2 * length + 2));
  if (points.length <= length) return text;
  return (
    points
      .slice(0, length - 1)
      .join('')
      .trimEnd() + ELLIPSIS
  );
}

/** A name that no other one equals, within the length. `isTaken` compares as the caller needs it. */
export function uniqueName(name: string, length: number, isTaken: (name: string) => boolean): string {
  for (let n = 1; ; n += 1) {
    const suffix = n === 1 ? '' : ` (${n})`;
    const candidate = cutTo(name, length - suffix.length) + suffix;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Splits a text at code points, at a line break if one is near. */
export function splitText(text: string, length: number): string[] {
  if (text.length <= length) return [text];
  const points = Array.from(text);
  const parts: string[] = [];
  for (let from = 0; from < points.length;) {
    let to = Math.min(points.length, from + length);
    if (to < points.length) {
      const line = points.lastIndexOf('\n', to);
      if (line > from + length / 2) to = line + 1;
    }
    parts.push(points.slice(from, to).join(''));
    from = to;
  }
  return parts;
}
