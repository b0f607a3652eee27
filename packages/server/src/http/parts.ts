import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { codeOf, isFull, isStoreUnavailable } from '../engine/files/errors.ts';
import { badRequest, ApiError } from '../engine/api-error.ts';
import {
  declaredLength,
  GrowingBuffer,
  limitBytes,
  MAX_BODY_BYTES,
  requestTooLarge,
  unreadableBody,
} from './body.ts';
import { MAX_FIELDS, tooManyFields, type Fields, type SpooledFile } from './fields.ts';

/** The largest picture and the like, which are held in memory. */
export const MAX_SMALL_FILE_BYTES = 5 * 1024 * 1024;
/** Bytes that boundaries, part headers and small fields may add to a file. */
const MAX_FRAME_BYTES = 64 * 1024;
/** One more than anybody takes: who wants one file is told that there were several. */
const MAX_FILES = 2;

/** Where files go that are too large for memory, and how large they may be. */
export type Spool = { readonly directory: string; readonly maxBytes: number };

/** The files that a path takes: none, one that fits into memory, or one that goes onto the disk. */
export type FileIntake =
  | { readonly kind: 'none' }
  | { readonly kind: 'memory'; readonly maxBytes: number }
  | ({ readonly kind: 'disk' } & Spool);

/** Reads a body of several parts: fields, and files into memory or, where large ones are expected, onto the disk. */
export async function readParts(request: FastifyRequest, fields: Fields, intake: FileIntake): Promise<void> {
  const { raw } = request;
  const limits = { fileSize: intake.kind === 'none' ? MAX_BODY_BYTES : intake.maxBytes, files: MAX_FILES };
  const maxBytes = maxBodyBytes(intake);
  if (intake.kind !== 'none' && (declaredLength(raw) ?? 0) > maxBytes) throw tooLarge(intake);
  const stopCounting = limitBytes(raw, maxBytes, (problem) => {
    // The parser listens for errors of its source: one ends the part that it reads, and all that would follow.
    for (const listener of raw.listeners('error')) Reflect.apply(listener, raw, [problem]);
  });
  try {
    let textLength = 0;
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        if (typeof part.value !== 'string') continue;
        textLength += part.value.length;
        if (textLength > MAX_BODY_BYTES) throw requestTooLarge();
        fields.body.set(part.fieldname, part.value);
      } else if (intake.kind === 'disk') {
        await spoolOne(part, fields.spooled, intake);
      } else {
        fields.files.push({
          field: part.fieldname,
          name: part.filename,
          content: await contentOf(part, limits.fileSize),
        });
      }
    }
  } catch (error) {
    throw understood(error, intake);
  } finally {
    stopCounting();
    // After a refusal nothing more may reach the parser; the rest is taken off the connection unread.
    raw.unpipe();
  }
}

function maxBodyBytes(intake: FileIntake): number {
  return intake.kind === 'none' ? MAX_BODY_BYTES : intake.maxBytes + MAX_FRAME_BYTES;
}

async function contentOf({ file }: MultipartFile, maxBytes: number): Promise<Buffer> {
  const gathered = new GrowingBuffer();
  for await (const chunk of file) gathered.add(chunk as Buffer);
  if (file.truncated) throw tooLarge({ maxBytes });
  return gathered.bytes();
}

async function spoolOne(part: MultipartFile, spooled: SpooledFile[], spool: Spool): Promise<void> {
  await mkdir(spool.directory, { recursive: true });
  const place = path.join(spool.directory, randomUUID());
  const file = { field: part.fieldname, name: part.filename, path: place, size: 0 };
  spooled.push(file);
  const target = createWriteStream(place, { flags: 'wx' });
  await pipeline(part.file, target);
  file.size = target.bytesWritten;
  if (part.file.truncated) throw tooLarge(spool);
}

/** What was put aside and has not found its place. */
export async function deleteSpooled({ spooled }: Fields): Promise<void> {
  for (const file of spooled) await rm(file.path, { force: true });
}

function tooLarge({ maxBytes }: Pick<Spool, 'maxBytes'>): ApiError {
  return badRequest(`The file is larger than ${maxBytes / 1024 / 1024} MiB.`);
}

function understood(error: unknown, intake: FileIntake): unknown {
  if (error instanceof ApiError) return error;
  if (isFull(error)) return isStoreUnavailable(error);
  const code = codeOf(error);
  if (code === 'FST_FILES_LIMIT') return badRequest('There are several files; one is wanted.');
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return tooManyFields();
  if (code === 'FST_REQ_FILE_TOO_LARGE' && intake.kind !== 'none') return tooLarge(intake);
  // Whatever the parser stumbles over is in the request.
  return error instanceof Error && 'statusCode' in error ? error : unreadableBody();
}

/** The multipart parser's own limits; the bytes of the whole body are counted here. */
export const PART_LIMITS = {
  fieldSize: MAX_BODY_BYTES,
  fields: MAX_FIELDS,
  fileSize: MAX_SMALL_FILE_BYTES,
  files: MAX_FILES,
  headerPairs: 100,
  // The parser leaves errors of parts beyond such a limit to nobody, which would end the process.
  parts: Infinity,
};
