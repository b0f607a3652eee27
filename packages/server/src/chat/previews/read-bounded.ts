import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OutboundError } from '../../engine/outbound/guard.ts';
import type { OpenedResponse } from '../../engine/outbound/open.ts';

/** The first bytes of a body, counted after decompression; undefined if its encoding is unknown. */
export async function readBounded(
  { body, headers }: OpenedResponse,
  maxBytes: number,
): Promise<Buffer | undefined> {
  switch (headers['content-encoding'] ?? 'identity') {
    case 'identity':
      return readFirst(body, maxBytes);
    case 'gzip': {
      const unpacked = createGunzip();
      body.once('error', (error) => unpacked.destroy(error));
      return readFirst(body.pipe(unpacked), maxBytes);
    }
    default:
      return undefined;
  }
}

async function readFirst(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      const part = (chunk as Buffer).subarray(0, maxBytes - length);
      chunks.push(part);
      length += part.length;
      // Leaving the loop destroys the stream.
      if (length >= maxBytes) break;
    }
  } catch (error) {
    throw new OutboundError('unreachable', 'The page did not arrive completely.', error);
  }
  return Buffer.concat(chunks);
}
