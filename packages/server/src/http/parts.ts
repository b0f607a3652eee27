import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { codeOf, isFull, storeIsAway } from '../files/problems.ts';
import { badRequest, Problem } from '../problem.ts';
import type { Fields, SpooledFile } from './fields.ts';

/** The largest picture and the like, which are held in memory. */
export const MAX_SMALL_FILE = 5 * 1024 * 1024;
/** One more than anybody takes: who wants one file is told that there were several. */
const MAX_FILES = 2;

/** Where files go that are too large for memory, and how large they may be. */
export type Spool = { readonly directory: string; readonly maxBytes: number };

/** Reads a body of several parts: fields, and files into memory or, where large ones are expected, onto the disk. */
export const readParts = async (
  request: FastifyRequest,
  fields: Fields,
  spool: Spool | undefined,
): Promise<void> => {
  const limits = { fileSize: spool?.maxBytes ?? MAX_SMALL_FILE, files: MAX_FILES };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        if (typeof part.value === 'string') fields.body.set(part.fieldname, part.value);
      } else if (spool === undefined) {
        fields.files.push({ field: part.fieldname, name: part.filename, content: await part.toBuffer() });
      } else {
        await spoolOne(part, fields.spooled, spool);
      }
    }
  } catch (error) {
    throw understood(error, spool);
  }
};

const spoolOne = async (part: MultipartFile, spooled: SpooledFile[], spool: Spool): Promise<void> => {
  await mkdir(spool.directory, { recursive: true });
  const place = path.join(spool.directory, randomUUID());
  const file = { field: part.fieldname, name: part.filename, path: place, size: 0 };
  spooled.push(file);
  const target = createWriteStream(place, { flags: 'wx' });
  await pipeline(part.file, target);
  file.size = target.bytesWritten;
  if (part.file.truncated) throw tooLarge(spool);
};

/** What was put aside and has not found its place. */
export const dropSpooled = async ({ spooled }: Fields): Promise<void> => {
  for (const file of spooled) await rm(file.path, { force: true });
};

export const tooLarge = ({ maxBytes }: Pick<Spool, 'maxBytes'>): Problem =>
  badRequest(`The file is larger than ${maxBytes / 1024 / 1024} MiB.`);

const understood = (error: unknown, spool: Spool | undefined): unknown => {
  if (error instanceof Problem) return error;
  if (isFull(error)) return storeIsAway(error);
  const code = codeOf(error);
  if (code === 'FST_FILES_LIMIT') return badRequest('There are several files; one is wanted.');
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(spool ?? { maxBytes: MAX_SMALL_FILE });
  // Whatever the parser stumbles over is in the request.
  return error instanceof Error && 'statusCode' in error
    ? error
    : badRequest('The body of the request cannot be read.');
};
