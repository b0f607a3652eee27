import type { IncomingMessage } from 'node:http';
import { badRequest, ApiError } from '../engine/api-error.ts';

/** The largest body without a file. */
export const MAX_BODY_BYTES = 1024 * 1024;

export function requestTooLarge(): ApiError {
  return new ApiError('REQUEST_TOO_LARGE', 'The request is too large.');
}

export function unreadableBody(): ApiError {
  return badRequest('The request body is malformed or incomplete.');
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** The length that a request declares; chunked bodies declare none. */
export function declaredLength({ headers }: IncomingMessage): number | undefined {
  return headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
}

/** Whether a body is in memory as a whole. Node.js calls a request complete only some time after its last byte. */
export function hasArrived(request: IncomingMessage): boolean {
  const { complete, readableLength } = request;
  return complete || (readableLength > 0 && readableLength === declaredLength(request));
}

/** Reads a whole body into memory, unless it is larger than `MAX_BODY_BYTES`. */
export async function readWhole(raw: IncomingMessage): Promise<Buffer> {
  if (hasArrived(raw) && raw.readableLength <= MAX_BODY_BYTES)
    return (raw.read() as Buffer | null) ?? Buffer.alloc(0);
  const gathered = new GrowingBuffer();
  await consume(raw, (chunk) => {
    gathered.add(chunk);
  });
  return gathered.bytes();
}

/** Reads and discards a body, with the same size limit. */
export function discard(raw: IncomingMessage): Promise<void> {
  return consume(raw, () => {});
}

function consume(raw: IncomingMessage, onChunk: (chunk: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopCounting = limitBytes(raw, MAX_BODY_BYTES, (error) => {
      settle(() => {
        reject(error);
      });
    });
    const onEnd = (): void => {
      settle(resolve);
    };
    const onAbort = (): void => {
      settle(() => {
        reject(unreadableBody());
      });
    };
    const settle = (finishWith: () => void): void => {
      stopCounting();
      raw.off('data', onChunk).off('end', onEnd).off('close', onAbort).off('error', onAbort);
      finishWith();
    };
    raw.on('data', onChunk).on('end', onEnd).on('close', onAbort).on('error', onAbort);
  });
}

/** Counts the bytes of a body as they arrive and calls `onExcess` once if there are too many; returns a function that stops. */
export function limitBytes(
  raw: IncomingMessage,
  maxBytes: number,
  onExcess: (error: ApiError) => void,
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

const INITIAL_CAPACITY_BYTES = 4096;

/** Collects chunks in one buffer, because a million small Buffer objects would take hundreds of MiB. */
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
    const grown = Buffer.alloc(Math.max(needed, this.#bytes.length * 2, INITIAL_CAPACITY_BYTES));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
