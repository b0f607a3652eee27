import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { Config } from '../config.ts';
import { isStoreUnavailable } from './errors.ts';
import type { FileStore } from './file-store.ts';

const CONNECT_MS = 3_000;
/** Without a byte for this long a transfer has failed. */
const SILENCE_MS = 20_000;
const TRIES = 3;

/** Objects in a bucket of Amazon's store or of one that speaks like it. */
export function createS3Store(config: NonNullable<Config['files']['s3']>): FileStore {
  const { bucket: Bucket, region, endpoint, keyId, secret, pathStyle } = config;
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === '' ? {} : { endpoint }),
    ...(keyId === '' ? {} : { credentials: { accessKeyId: keyId, secretAccessKey: secret } }),
    maxAttempts: TRIES,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
    // Stores that only speak like Amazon's do not all know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    put: async (Key, content) => {
      const [Body, ContentLength] =
        content instanceof Uint8Array
          ? [content, content.length]
          : [createReadStream(content.path), content.size];
      try {
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength }));
      } catch (error) {
        throw asApiError(error);
      } finally {
        if (Body instanceof Readable) Body.destroy();
      }
    },
    get: async (Key, range) => {
      const Range = range === undefined ? undefined : `bytes=${range.from}-${range.to}`;
      try {
        const found = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
        if (!(found.Body instanceof Readable)) throw new Error('The object store sent no stream.');
        return { size: found.ContentLength ?? 0, content: found.Body };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw asApiError(error);
      }
    },
    delete: async (Key) => {
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key }));
      } catch (error) {
        throw asApiError(error);
      }
    },
    close: () => {
      client.destroy();
    },
  };
}

/** A store that does not answer, or answers that it is busy, is away; one that refuses us is set up wrongly. */
function asApiError(error: unknown): unknown {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status === undefined || status >= 500 || status === 429 ? isStoreUnavailable(error) : error;
}
