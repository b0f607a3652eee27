import { createGunzip } from 'node:zlib';
import { StreamBytes } from '../archive/stream-bytes.ts';
import { contentOf, type ArchiveFiles } from '../archive/archive-files.ts';
import type { JsonObject } from '../values.ts';

const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 100;
const EMPTY_BYTES = 5;

/** A dump that cannot be read further. */
export class BsonError extends Error {
  override name = 'BsonError';
}

/** Documents of a collection, packed or not; none if the dump has no such file. */
export async function* documentsIn(files: ArchiveFiles, name: string): AsyncGenerator<JsonObject> {
  const file = [name, `${name}.gz`].find((one) => files.has(one));
  if (file === undefined) return;
  const raw = await contentOf(files, file);
  const source = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.once('error', (error) => source.destroy(error));
  const bytes = new StreamBytes(source as AsyncIterable<Buffer>);
  while (!(await bytes.isAtEnd())) {
    const head = await bytes.take(4);
    const length = head.readInt32LE(0);
    if (length < EMPTY_BYTES || length > MAX_DOCUMENT_BYTES)
      throw new BsonError(`A document of ${name} has the length ${length}.`);
    const rest = await bytes.take(length - 4);
    yield documentOf(Buffer.concat([head, rest]));
  }
}

export function documentOf(bytes: Buffer): JsonObject {
  try {
    return new Decoder(bytes).document(0);
  } catch (error) {
    if (error instanceof RangeError) throw new BsonError('A document has a value beyond its end.');
    throw error;
  }
}

/** Times become milliseconds, ids of objects hexadecimal texts, and numbers of any kind numbers. */
class Decoder {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  document(depth: number): JsonObject {
    return Object.fromEntries(this.#elements(depth));
  }

  #elements(depth: number): [string, unknown][] {
    if (depth > MAX_DEPTH) throw new BsonError('A document is nested too deep.');
    const start = this.#at;
    const length = this.#int32();
    const end = start + length;
    if (length < EMPTY_BYTES || end > this.#bytes.length)
      throw new BsonError('A document has a wrong length.');
    const elements: [string, unknown][] = [];
    while (this.#at < end - 1) {
      const type = this.#bytes.readUInt8(this.#at);
      this.#at += 1;
      const name = this.#zeroEnded();
      elements.push([name, this.#value(type, depth)]);
    }
    this.#at = end;
    return elements;
  }

  #value(type: number, depth: number): unknown {
    switch (type) {
      case 0x01:
        return this.#take(8).readDoubleLE(0);
      case 0x02:
        return this.#take(this.#length()).toString('utf8').slice(0, -1);
      case 0x03:
        return Object.fromEntries(this.#elements(depth + 1));
      case 0x04:
        return this.#elements(depth + 1).map(([, value]) => value);
      case 0x05: {
        const length = this.#length();
        this.#take(1);
        return this.#take(length);
      }
      case 0x07:
        return this.#take(12).toString('hex');
      case 0x08:
        return this.#take(1).readUInt8(0) === 1;
      case 0x09:
      case 0x11:
      case 0x12:
        return Number(this.#take(8).readBigInt64LE(0));
      case 0x06:
      case 0x0a:
      case 0xff:
      case 0x7f:
        return null;
      case 0x0b:
        return `/${this.#zeroEnded()}/${this.#zeroEnded()}`;
      case 0x0d:
      case 0x0e:
        return this.#take(this.#length()).toString('utf8').slice(0, -1);
      case 0x10:
        return this.#int32();
      case 0x13:
        this.#take(16);
        return null;
      default:
        throw new BsonError(`A document has a value of the unknown type ${type}.`);
    }
  }

  #int32(): number {
    return this.#take(4).readInt32LE(0);
  }

  #length(): number {
    const length = this.#int32();
    if (length < 0) throw new BsonError('A value has a negative length.');
    return length;
  }

  #take(length: number): Buffer {
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.#bytes.length) throw new BsonError('A document has a value beyond its end.');
    return this.#bytes.subarray(from, this.#at);
  }

  #zeroEnded(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    if (end < 0) throw new BsonError('A name has no end.');
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }
}
