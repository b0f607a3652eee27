import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  addPiece,
  beginUpload,
  findPartialUpload,
  deletePartialUpload,
  joinPieces,
  stopCounting,
  type PartialRow,
} from './partial-uploads.ts';
import { uploadUrl } from '../rows.ts';
import { upload } from '../upload.ts';
import { isStorageError, StoreUnavailableError } from '../../../engine/files/errors.ts';
import type { Actor } from '../../../http/actor.ts';
import type { ProtocolHandler } from '../../../http/protocol-handler.ts';
import { responseToError } from '../../../http/response.ts';
import type { World } from '../../../http/world.ts';

/** Handles a tus request. Every node can receive the next piece of an upload. */
export function tusBelow(path: string, by: ProtocolHandler['by']): ProtocolHandler['handle'] {
  return (world, visitor, request, response) =>
    new Server({
      path,
      relativeLocation: true,
      // The library allows every origin by default.
      ...(by === 'session' ? { allowedOrigins: () => false } : {}),
      maxSize: world.config.uploads.maxMiB * 1024 * 1024,
      datastore: new Pieces(world, visitor),
      onUploadFinish: (_request, { id }) => whileRunning(world, visitor, () => finish(world, visitor, id)),
      // The library's own errors have a status, and get the response that the protocol has for them.
      onResponseError: (_request, error) =>
        error instanceof Error && !('status_code' in error) ? errorResponse(world, error) : undefined,
    }).handle(request, response);
}

class Pieces extends DataStore {
  readonly #world: World;
  readonly #actor: Actor;

  constructor(world: World, actor: Actor) {
    super();
    this.#world = world;
    this.#actor = actor;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create({ id, size, metadata = {} }: Upload): Promise<Upload> {
    if (size === undefined) throw ERRORS.INVALID_LENGTH;
    if (this.#world.config.uploads.maxMiB === 0) throw ERRORS.ERR_MAX_SIZE_EXCEEDED;
    const row = await beginUpload(this.#world, this.#actor, { id, size, metadata });
    if (row === undefined) throw { status_code: 429, body: 'Finish or delete other uploads first.\n' };
    return asUpload(row);
  }

  override async getUpload(id: string): Promise<Upload> {
    return asUpload(await this.#find(id));
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const row = await this.#find(id);
    if (row.received !== offset) throw ERRORS.INVALID_OFFSET;
    const newOffset = await whileRunning(this.#world, this.#actor, () => addPiece(this.#world, row, content));
    if (newOffset === undefined) throw ERRORS.INVALID_OFFSET;
    return newOffset;
  }

  override async remove(id: string): Promise<void> {
    await deletePartialUpload(this.#world, await this.#find(id));
  }

  async #find(id: string): Promise<PartialRow> {
    const row = await findPartialUpload(this.#world, this.#actor, id);
    if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
    return row;
  }
}

/** Counts the work as a running upload of the actor. */
async function whileRunning<T>({ runningUploads }: World, actor: Actor, work: () => Promise<T>): Promise<T> {
  const end = runningUploads.begin(actor);
  try {
    return await work();
  } finally {
    end();
  }
}

function asUpload({ id, size, received, metadata, touched_at }: PartialRow): Upload {
  return new Upload({ id, size, offset: received, metadata, creation_date: touched_at.toISOString() });
}

/** Stores the complete file like any other upload; the last response contains its URL. */
async function finish(world: World, actor: Actor, id: string) {
  const row = await findPartialUpload(world, actor, id);
  if (row === undefined) throw ERRORS.FILE_NOT_FOUND;
  const path = await joinPieces(world, row);
  try {
    const name = row.metadata['filename'] ?? row.metadata['name'] ?? '';
    const kept = await upload(world, actor, { name, path, size: row.size }, (tx) => stopCounting(tx, row));
    await deletePartialUpload(world, row);
    const url = uploadUrl(kept);
    return {
      status_code: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ result: 'success', msg: '', url, uri: url, filename: kept.name }),
    };
  } finally {
    await rm(path, { force: true });
  }
}

/** API errors in the API's envelope; unexpected errors without details. */
function errorResponse(world: World, error: Error): { status_code: number; body: string } {
  const known = isStorageError(error) ? new StoreUnavailableError(error) : error;
  const { status, body } = responseToError(known, world, 'upload in pieces');
  return { status_code: status, body };
}
