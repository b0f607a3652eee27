import type { IncomingMessage } from 'node:http';
import { badRequest, ApiError } from '../engine/api-error.ts';

/** The largest body that holds no file. */
export const MAX_BODY_BYTES = 1024 * 1024;

export function requestTooLarge(): ApiError {
  return new ApiError('REQUEST_TOO_LARGE', 'The request is too large.');
}

export function unreadableBody(): ApiError {
  return badRequest('The body of the request cannot be read.');
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The length that a request declares; chunked bodies declare none. */
export function declaredLength({ headers }: IncomingMessage): number | undefined {
  return headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
}

/** Reads a whole body into memory, unless it is larger than `MAX_BODY_BYTES`. */
export async function readWhole(raw: IncomingMessage): Promise<Buffer> {
  const gathered = new GrowingBuffer();
  await takeOff(raw, (chunk) => {
    gathered.add(chunk);
  });
  return gathered.bytes();
}

/** Takes a body off its connection and forgets it; it must not be larger than one that is read. */
export function discard(raw: IncomingMessage): Promise<void> {
  return takeOff(raw, () => {});
}

function takeOff(raw: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopCounting = limitBytes(raw, MAX_BODY_BYTES, (problem) => {
      settle(() => {
        reject(problem);
      });
    });
    const finish = (): void => {
      settle(resolve);
    };
    const breakOff = (): void => {
      settle(() => {
        reject(unreadableBody());
      });
    };
    const settle = (how: () => void): void => {
      stopCounting();
      raw.off('data', take).off('end', finish).off('close', breakOff).off('error', breakOff);
      how();
    };
    raw.on('data', take).on('end', finish).on('close', breakOff).on('error', breakOff);
  });
}

/** Counts the bytes of a body as they arrive and reports once when there are too many; answers how to stop. */
export function limitBytes(
  raw: IncomingMessage,
  maxBytes: number,
  onExcess: (problem: ApiError) => void,
): () => void {
  if ((declaredLength(raw) ?? 0) > maxBytes) throw requestTooLarge();
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    raw.off('data', count);
    onExcess(requestTooLarge());
  };
  raw.on('data', count);
  return () => {
    raw.off('data', count);
  };
}

const FIRST_CAPACITY_BYTES = 4096;

/** Bytes that arrive in pieces, in one buffer: an object for each of a million pieces would cost hundreds of MiB. */
export class GrowingBuffer {
  #bytes = Buffer.alloc(0);
  #length = 0;

  add(chunk: Buffer): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#bytes.length) this.#grow(needed);
    chunk.copy(this.#bytes, this.#length);
    this.#length = needed;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(needed: number): void {
    const grown = Buffer.alloc(Math.max(needed, this.#bytes.length * 2, FIRST_CAPACITY_BYTES));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
