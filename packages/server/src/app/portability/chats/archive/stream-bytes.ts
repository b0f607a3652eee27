/** Takes bytes of a stream in pieces of the length that a format says. */
export class StreamBytes {
  readonly #source: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Exactly this many bytes; the caller bounds them. */
  async take(length: number): Promise<Buffer> {
    if (length === 0) return Buffer.alloc(0);
    const parts: Buffer[] = [];
    for (let left = length; left > 0;) {
      const part = await this.some(left);
      parts.push(part);
      left -= part.length;
    }
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
  }

  /** At least one byte, and at most this many. */
  async some(most: number): Promise<Buffer> {
    if (await this.isAtEnd()) throw new Error('The file ends too early.');
    const part = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(part.length);
    return part;
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) left -= (await this.some(left)).length;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) return true;
      this.#held = next.value;
    }
    return false;
  }
}
