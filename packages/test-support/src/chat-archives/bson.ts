/** A document of BSON. Times are `Date`, ids of objects texts of 24 hexadecimal digits in `{ $oid }`. */
export type BsonDocument = Readonly<Record<string, unknown>>;

export function toBson(document: BsonDocument): Buffer {
  const elements = Object.entries(document).flatMap(([name, value]) => elementOf(name, value));
  const body = Buffer.concat([...elements, Buffer.from([0])]);
  return Buffer.concat([int32(body.length + 4), body]);
}

function elementOf(name: string, value: unknown): Buffer[] {
  if (value === undefined) return [];
  const [type, bytes] = valueOf(value);
  return [Buffer.from([type]), Buffer.from(`${name}\0`), bytes];
}

function valueOf(value: unknown): [type: number, bytes: Buffer] {
  if (value === null) return [0x0a, Buffer.alloc(0)];
  if (typeof value === 'boolean') return [0x08, Buffer.from([value ? 1 : 0])];
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) < 2 ** 31
      ? [0x10, int32(value)]
      : [0x01, double(value)];
  if (value instanceof Date) return [0x09, int64(value.getTime())];
  if (Buffer.isBuffer(value)) return [0x05, Buffer.concat([int32(value.length), Buffer.from([0]), value])];
  if (Array.isArray(value))
    return [0x04, toBson(Object.fromEntries(value.map((one, n) => [String(n), one as unknown])))];
  if (typeof value === 'object') {
    const id = (value as { $oid?: unknown }).$oid;
    return typeof id === 'string' ? [0x07, Buffer.from(id, 'hex')] : [0x03, toBson(value as BsonDocument)];
  }
  const text = Buffer.from(`${value as string}\0`);
  return [0x02, Buffer.concat([int32(text.length), text])];
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function int64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}
