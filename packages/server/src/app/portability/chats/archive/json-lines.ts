import { parseJson } from '../../../../engine/parse-json.ts';
import { isObject, type JsonObject } from '../values.ts';
import { contentOf, type ArchiveFiles } from './archive-files.ts';

/** A line with all replies of a post; longer ones are in no export. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const NEWLINE = 10;

/** The objects of a file with one in each line. Lines that are none, or too long, are told and left out. */
export async function* jsonLines(
  files: ArchiveFiles,
  name: string,
  onDamage: () => void,
): AsyncGenerator<JsonObject> {
  for await (const line of linesOf((await contentOf(files, name)) as AsyncIterable<Buffer>)) {
    const value = line === undefined ? undefined : parseJson(line.toString('utf8'));
    if (isObject(value)) yield value;
    else if (line === undefined || line.length > 0) onDamage();
  }
}

/** Lines as bytes; undefined for one that is too long. */
async function* linesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer | undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const hold = (part: Buffer): void => {
    bytes += part.length;
    if (bytes <= MAX_LINE_BYTES) parts.push(part);
    else parts = [];
  };
  const take = (): Buffer | undefined => {
    const line = bytes <= MAX_LINE_BYTES ? Buffer.concat(parts) : undefined;
    parts = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of content) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    hold(chunk.subarray(from));
  }
  if (bytes > 0) yield take();
}
