import { open } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import { fileTypeFromFile } from 'file-type';

/** Bytes read to tell text from binary files. */
const SAMPLE_BYTES = 8192;

/** The content type by the file's bytes; its name and the client's content type are not trusted. */
export async function contentTypeOf(path: string): Promise<string> {
  const known = await typeBySignature(path);
  if (known !== undefined) return known;
  return (await isText(path)) ? 'text/plain' : 'application/octet-stream';
}

async function typeBySignature(path: string): Promise<string | undefined> {
  try {
    return (await fileTypeFromFile(path))?.mime.split(';')[0];
  } catch {
    // A truncated or malformed file has no known type.
    return undefined;
  }
}

async function isText(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, 0);
    const sample = buffer.subarray(0, bytesRead);
    if (bytesRead === 0 || sample.includes(0)) return false;
    // A full sample may end within a character.
    return [0, 1, 2, 3].some((cut) =>
      isUtf8(sample.subarray(0, bytesRead - (bytesRead < SAMPLE_BYTES ? 0 : cut))),
    );
  } finally {
    await file.close();
  }
}
