import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Config } from '../config.ts';
import { StoreUnavailableError } from './errors.ts';
import type { FileStore } from './file-store.ts';

const CONNECT_TIMEOUT_MS = 3_000;
/** A transfer without data for this long has failed. */
const SOCKET_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 3;

/** Stores files in an S3 bucket, or in a compatible object store. */
export function createS3Store(config: NonNullable<Config['files']['s3']>): FileStore {
  const { bucket: Bucket, region, endpoint, keyId, secret, pathStyle } = config;
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === '' ? {} : { endpoint }),
    ...(keyId === '' ? {} : { credentials: { accessKeyId: keyId, secretAccessKey: secret } }),
    maxAttempts: MAX_ATTEMPTS,
    // Without a logger the library writes to the console.
    logger: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS },
    // Not all compatible stores support the newer checksums of S3.
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
        throw new StoreUnavailableError(error);
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
        throw new StoreUnavailableError(error);
      }
    },
    delete: async (Key) => {
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key }));
      } catch (error) {
        throw new StoreUnavailableError(error);
      }
    },
    close: () => {
      client.destroy();
    },
  };
}
