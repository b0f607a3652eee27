import { createReadStream } from 'node:fs';

/** Longer lines are in no archive: the largest row is a message with its HTML. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 10;

/** The lines of a file as bytes. Memory is bound, whatever the file contains. */
export async function* readLines(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]);
      parts = [];
      bytes = 0;
      from = end + 1;
    }
    parts.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > MAX_LINE_BYTES) throw new Error(`${file} has a line of more than ${MAX_LINE_BYTES} bytes.`);
  }
  if (bytes > 0) throw new Error(`${file} ends within a line.`);
}

/** Lines in groups of at most `size`. */
export async function* inGroups<T>(lines: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const line of lines) {
    group.push(line);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
