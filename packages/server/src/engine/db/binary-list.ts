/**
 * Lists as PostgreSQL itself keeps them: nothing has to be quoted here and unquoted there. What is not a list of
 * one of these types goes as text, as usual.
 */
export function textList(values: readonly string[]): Buffer {
  const lengths = values.map((value) => Buffer.byteLength(value));
  const bytes = lengths.reduce((sum, length) => sum + 4 + length, 0);
  const list = begin(TEXT, values.length, bytes, false);
  let at = HEADER;
  for (const [place, value] of values.entries()) {
    const length = lengths[place] ?? 0;
    at = list.writeInt32BE(length, at);
    list.write(value, at, length);
    at += length;
  }
  return list;
}

/** Of whole numbers that are exact; nothing becomes null. */
export function bigintList(values: readonly (number | null | undefined)[]): Buffer {
  const present = values.reduce<number>((count, value) => (value == null ? count : count + 1), 0);
  const list = begin(BIGINT, values.length, 4 * values.length + 8 * present, present < values.length);
  let at = HEADER;
  for (const value of values)
    if (value == null) at = list.writeInt32BE(-1, at);
    else {
      at = list.writeInt32BE(8, at);
      at = list.writeInt32BE(Math.floor(value / HALF), at);
      at = list.writeUInt32BE(value - Math.floor(value / HALF) * HALF, at);
    }
  return list;
}

const TEXT = 25;
const BIGINT = 20;
const HEADER = 20;
const HALF = 2 ** 32;

/** Dimensions, whether there are nulls, the type, how many, and that they are counted from one. */
function begin(type: number, count: number, bytes: number, hasNull: boolean): Buffer {
  const list = Buffer.allocUnsafe(HEADER + bytes);
  for (const [place, value] of [1, hasNull ? 1 : 0, type, count, 1].entries())
    list.writeInt32BE(value, 4 * place);
  return list;
}
