/** Ascending ids as variable-length differences, of which the first is taken from the first id of the segment. */
export type IdList = Uint8Array;

const CONTINUES = 0x80;
const LOW_BITS = 0x7f;
/** Bytes of the longest number: 53 bits, seven in each byte. */
const MAX_NUMBER_BYTES = 8;

/** Appends numbers and bytes to a buffer that grows. */
export class ByteWriter {
  #bytes: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  get length(): number {
    return this.#length;
  }

  number(value: number): void {
    this.#reserve(MAX_NUMBER_BYTES);
    let rest = value;
    while (rest > LOW_BITS) {
      this.#bytes[this.#length++] = (rest % CONTINUES) | CONTINUES;
      rest = Math.floor(rest / CONTINUES);
    }
    this.#bytes[this.#length++] = rest;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  latin1(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  uint32At(value: number, at: number): void {
    this.#bytes.writeUInt32LE(value, at);
  }

  view(from: number): Buffer {
    return this.#bytes.subarray(from, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  /** A copy of everything written. */
  toBuffer(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Reads numbers from bytes; the caller knows where they end. */
export class ByteReader {
  at: number;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  number(): number {
    let byte = this.bytes[this.at++] ?? 0;
    if (byte < CONTINUES) return byte;
    let value = byte & LOW_BITS;
    let scale = CONTINUES;
    do {
      byte = this.bytes[this.at++] ?? 0;
      value += (byte & LOW_BITS) * scale;
      scale *= CONTINUES;
    } while (byte >= CONTINUES);
    return value;
  }
}

export function encodeIds(ids: readonly number[], firstId: number): IdList {
  const writer = new ByteWriter(ids.length * 2 + MAX_NUMBER_BYTES);
  let before = firstId;
  for (const id of ids) {
    writer.number(id - before);
    before = id;
  }
  return writer.view(0);
}

/** Appends the ids of a list to `into`. */
export function decodeIds(list: IdList, firstId: number, into: number[]): void {
  const reader = new ByteReader(list);
  let id = firstId;
  while (reader.at < list.length) {
    id += reader.number();
    into.push(id);
  }
}

/** Changes the difference with which a list begins from one base to another, and copies the rest. */
export function rebase(list: IdList, from: number, to: number): IdList {
  if (from === to) return list;
  const reader = new ByteReader(list);
  const first = reader.number();
  const writer = new ByteWriter(list.length + MAX_NUMBER_BYTES);
  writer.number(from + first - to);
  writer.bytes(list.subarray(reader.at));
  return writer.view(0);
}
