import { open } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import { fileTypeFromFile } from 'file-type';

/** As much as tells text from anything else. */
const SAMPLE = 8192;

/** What a file is, judged by its bytes. Its name and what the client says about it count for nothing. */
export async function contentTypeOf(path: string): Promise<string> {
  const known = await typeByMark(path);
  if (known !== undefined) return known;
  return (await isText(path)) ? 'text/plain' : 'application/octet-stream';
}

async function typeByMark(path: string): Promise<string | undefined> {
  try {
    return (await fileTypeFromFile(path))?.mime.split(';')[0];
  } catch {
    // A file that only begins like something is nothing that we know.
    return undefined;
  }
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SAMPLE), 0, SAMPLE, 0);
    const sample = buffer.subarray(0, bytesRead);
    if (bytesRead === 0 || sample.includes(0)) return false;
    // The sample may end within a character.
    return [0, 1, 2, 3].some((left) =>
      isUtf8(sample.subarray(0, bytesRead - (bytesRead < SAMPLE ? 0 : left))),
    );
  } finally {
    await file.close();
  }
}
