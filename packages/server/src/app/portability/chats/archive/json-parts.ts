/** An element of the array `key` in the outermost object, or its member `key`; `key` is empty if all is one array. */
export type JsonPart = { readonly key: string; readonly value: unknown };

/** A part longer than this is in no archive. */
const MAX_PART_BYTES = 16 * 1024 * 1024;

/** JSON that cannot be read: damaged, unfinished, or with a part without a bound. */
export class JsonPartsError extends Error {
  override name = 'JsonPartsError';
}

/** Reads JSON of any length: objects and arrays of the outermost levels come in parts. Memory is bound by one part. */
export async function* jsonParts(content: AsyncIterable<Buffer>): AsyncGenerator<readonly JsonPart[]> {
  const scanner = new Scanner();
  for await (const chunk of content) {
    const parts = scanner.read(chunk);
    if (parts.length > 0) yield parts;
  }
  scanner.finish();
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = new Set([0xef, 0xbb, 0xbf]);

function isBlank(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

class Scanner {
  /** The sign that may come next outside of a part. */
  #place: 'start' | 'key' | 'colon' | 'member' | 'element' | 'end' = 'start';
  #key = '';
  #isInObject = false;
  /** Within a part: brackets that are open, and whether a text or a bare word is read. */
  #state: 'none' | 'nested' | 'text' | 'word' = 'none';
  #depth = 0;
  #isEscaped = false;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #parts: JsonPart[] = [];

  read(chunk: Buffer): readonly JsonPart[] {
    this.#parts = [];
    let from = 0;
    for (let at = 0; at < chunk.length;) {
      if (this.#state === 'none') {
        const byte = chunk[at] ?? 0;
        if (this.#begin(byte)) from = at;
        at += 1;
        continue;
      }
      const end = this.#endOf(chunk, at);
      at = end.at;
      if (end.isDone) this.#take(chunk.subarray(from, at));
    }
    if (this.#state !== 'none') this.#hold(chunk.subarray(from));
    return this.#parts;
  }

  finish(): void {
    if (this.#place !== 'end') throw new JsonPartsError('The file ends too early.');
  }

  /** Reads a byte between parts; returns whether a part begins with it. */
  #begin(byte: number): boolean {
    if (isBlank(byte) || (this.#place === 'start' && BYTE_ORDER_MARK.has(byte))) return false;
    switch (this.#place) {
      case 'start':
        if (byte !== OPEN_LIST && byte !== OPEN_OBJECT) throw unexpected();
        this.#isInObject = byte === OPEN_OBJECT;
        this.#place = this.#isInObject ? 'key' : 'element';
        return false;
      case 'key':
        if (byte === CLOSE_OBJECT) this.#place = 'end';
        else if (byte === QUOTE) return this.#open(byte);
        else if (byte !== COMMA) throw unexpected();
        return false;
      case 'colon':
        if (byte !== COLON) throw unexpected();
        this.#place = 'member';
        return false;
      case 'member':
        if (byte !== OPEN_LIST) return this.#open(byte);
        this.#place = 'element';
        return false;
      case 'element':
        if (byte === COMMA) return false;
        if (byte !== CLOSE_LIST) return this.#open(byte);
        this.#place = this.#isInObject ? 'key' : 'end';
        return false;
      case 'end':
        throw unexpected();
    }
  }

  #open(byte: number): true {
    if (byte === COLON || byte === CLOSE_LIST || byte === CLOSE_OBJECT || byte === COMMA) throw unexpected();
    this.#depth = byte === OPEN_LIST || byte === OPEN_OBJECT ? 1 : 0;
    this.#state = this.#depth > 0 ? 'nested' : byte === QUOTE ? 'text' : 'word';
    return true;
  }

  /** Where the part ends, or the end of the chunk. */
  #endOf(chunk: Buffer, from: number): { at: number; isDone: boolean } {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#state === 'text') {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) {
          if (this.#depth === 0) return { at: at + 1, isDone: true };
          this.#state = 'nested';
        }
      } else if (this.#state === 'word') {
        if (byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || isBlank(byte))
          return { at, isDone: true };
      } else if (byte === QUOTE) this.#state = 'text';
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        this.#depth -= 1;
        if (this.#depth === 0) return { at: at + 1, isDone: true };
      }
    }
    return { at: chunk.length, isDone: false };
  }

  #hold(bytes: Buffer): void {
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > MAX_PART_BYTES)
      throw new JsonPartsError(`A part is longer than ${MAX_PART_BYTES} bytes.`);
    this.#held.push(bytes);
  }

  #take(bytes: Buffer): void {
    const whole = this.#held.length === 0 ? bytes : Buffer.concat([...this.#held, bytes]);
    this.#held = [];
    this.#heldBytes = 0;
    this.#state = 'none';
    const value = parsed(whole);
    if (this.#place === 'key') {
      this.#key = String(value);
      this.#place = 'colon';
    } else {
      this.#parts.push({ key: this.#key, value });
      if (this.#place === 'member') this.#place = 'key';
    }
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw new JsonPartsError('The file has a part that is no JSON.');
  }
}

function unexpected(): JsonPartsError {
  return new JsonPartsError('The file is no JSON.');
}
