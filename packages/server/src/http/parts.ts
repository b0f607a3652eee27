import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isStorageError, StoreUnavailableError } from '../engine/files/errors.ts';
import { PRIVATE_DIRECTORY, PRIVATE_FILE_MODE } from '../engine/files/private.ts';
import { badRequest, ApiError } from '../engine/api-error.ts';
import { declaredLength, GrowingBuffer, MAX_BODY_BYTES, requestTooLarge, unreadableBody } from './body.ts';
import { MAX_FIELDS, type Fields, type SpooledFile } from './fields.ts';
import { partsOf, type Part } from './multipart.ts';

type FilePart = Extract<Part, { kind: 'file' }>;

/** The largest file that is kept in memory, such as a picture. */
export const MAX_SMALL_FILE_BYTES = 5 * 1024 * 1024;
/** Bytes that boundaries, part headers and small fields may add to a file. */
export const MAX_FRAME_BYTES = 64 * 1024;
/** One more than any operation takes, so that a second file is reported as an error. */
const MAX_FILES = 2;

/** The directory for large files, and their maximum size. */
export type Spool = {
  readonly directory: string;
  readonly maxBytes: number;
  /** The error for a larger file, if it is not the maximum size of files. */
  readonly tooLarge?: () => ApiError;
};

/** The content of bodies that a path takes: fields, fields with a file in memory or on disk, or a payload. */
export type BodyIntake =
  | { readonly kind: 'none' }
  | { readonly kind: 'payload' }
  | { readonly kind: 'memory'; readonly maxBytes: number }
  | ({ readonly kind: 'disk' } & Spool);

export const NO_FILES: BodyIntake = { kind: 'none' };

/** Reads a multipart body: fields, and files into memory or onto disk. */
export async function readParts(request: IncomingMessage, fields: Fields, intake: BodyIntake): Promise<void> {
  const fileSize = 'maxBytes' in intake ? intake.maxBytes : MAX_BODY_BYTES;
  const maxBytes = maxBodyBytes(intake);
  if ((declaredLength(request) ?? 0) > maxBytes)
    throw 'maxBytes' in intake ? tooLarge(intake) : requestTooLarge();
  try {
    let textLength = 0;
    for await (const part of partsOf(request, { ...PART_LIMITS, fileSize }, maxBytes)) {
      if (part.kind === 'field') {
        textLength += part.value.length;
        if (textLength > MAX_BODY_BYTES) throw requestTooLarge();
        fields.body.set(part.name, part.value);
      } else if (intake.kind === 'disk') await spoolFile(part, fields.spooled, intake);
      else {
        const { field, name } = part;
        fields.files.push({ field, name, content: await contentOf(part, fileSize) });
      }
    }
  } catch (error) {
    throw toApiError(error, intake);
  }
}

function maxBodyBytes(intake: BodyIntake): number {
  return 'maxBytes' in intake ? intake.maxBytes + MAX_FRAME_BYTES : MAX_BODY_BYTES;
}

async function contentOf({ file }: FilePart, maxBytes: number): Promise<Buffer> {
  const gathered = new GrowingBuffer();
  for await (const chunk of file) gathered.add(chunk as Buffer);
  if (file.truncated) throw tooLarge({ maxBytes });
  return gathered.bytes();
}

async function spoolFile(part: FilePart, spooled: SpooledFile[], spool: Spool): Promise<void> {
  await mkdir(spool.directory, PRIVATE_DIRECTORY);
  const filePath = path.join(spool.directory, randomUUID());
  const file = { field: part.field, name: part.name, path: filePath, size: 0 };
  spooled.push(file);
  const target = createWriteStream(filePath, { flags: 'wx', mode: PRIVATE_FILE_MODE });
  await pipeline(part.file, target);
  file.size = target.bytesWritten;
  if (part.file.truncated) throw tooLarge(spool);
}

/** Deletes the spooled files that the operation did not move to the store. */
export async function deleteSpooled({ spooled }: Fields): Promise<void> {
  for (const file of spooled) await rm(file.path, { force: true });
}

function tooLarge({ maxBytes, tooLarge: error }: Pick<Spool, 'maxBytes' | 'tooLarge'>): ApiError {
  if (error !== undefined) return error();
  return badRequest(`The file is larger than ${maxBytes / 1024 / 1024} MiB.`);
}

function toApiError(error: unknown, intake: BodyIntake): unknown {
  if (error instanceof ApiError) {
    const hasOwnError = intake.kind === 'disk' && intake.tooLarge !== undefined;
    return error.code === 'REQUEST_TOO_LARGE' && hasOwnError ? tooLarge(intake) : error;
  }
  if (error instanceof StoreUnavailableError) return error;
  // Any other error of the parser is caused by the request.
  return isStorageError(error) ? new StoreUnavailableError(error) : unreadableBody();
}

/** Limits of the multipart parser. */
const PART_LIMITS = {
  fieldSize: MAX_BODY_BYTES,
  fields: MAX_FIELDS,
  files: MAX_FILES,
  headerPairs: 100,
  // The parser does not handle errors of parts beyond this limit, which would end the process.
  parts: Infinity,
};
