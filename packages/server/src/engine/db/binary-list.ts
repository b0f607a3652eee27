/** Encodes a text[] in PostgreSQL's binary format, which saves quoting here and parsing there. */
export function textList(values: readonly string[]): Buffer {
  const lengths = values.map((value) => Buffer.byteLength(value));
  const bytes = lengths.reduce((sum, length) => sum + 4 + length, 0);
  const list = withHeader(TEXT_OID, values.length, bytes, false);
  let at = HEADER_BYTES;
  for (const [index, value] of values.entries()) {
    const length = lengths[index] ?? 0;
    at = list.writeInt32BE(length, at);
    list.write(value, at, length);
    at += length;
  }
  return list;
}

/** Encodes a bigint[] of safe integers in binary format; undefined becomes null. */
export function bigintList(values: readonly (number | null | undefined)[]): Buffer {
  const present = values.reduce<number>((count, value) => (value == null ? count : count + 1), 0);
  const list = withHeader(
    BIGINT_OID,
    values.length,
    4 * values.length + 8 * present,
    present < values.length,
  );
  let at = HEADER_BYTES;
  for (const value of values)
    if (value == null) at = list.writeInt32BE(-1, at);
    else {
      at = list.writeInt32BE(8, at);
      at = list.writeInt32BE(Math.floor(value / TWO_TO_32), at);
      at = list.writeUInt32BE(value - Math.floor(value / TWO_TO_32) * TWO_TO_32, at);
    }
  return list;
}

const TEXT_OID = 25;
const BIGINT_OID = 20;
const HEADER_BYTES = 20;
const TWO_TO_32 = 2 ** 32;

/** Writes the array header: dimensions, has-null flag, element type, length, lower bound. */
function withHeader(type: number, count: number, bytes: number, hasNull: boolean): Buffer {
  const list = Buffer.allocUnsafe(HEADER_BYTES + bytes);
  for (const [index, value] of [1, hasNull ? 1 : 0, type, count, 1].entries())
    list.writeInt32BE(value, 4 * index);
  return list;
}
