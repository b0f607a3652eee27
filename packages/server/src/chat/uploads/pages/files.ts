import { isSound } from '@parley/contract/json-text.ts';
import { findSpectator } from '../../spectators/access.ts';
import { limitFiles, mayFetchFile } from '../../spectators/limits.ts';
import { accessFile, canSeeFile, noSuchFile } from '../access.ts';
import { type AttachmentRow, attachmentsById, attachmentsByPath } from '../rows.ts';
import { sendFile } from '../send-file.ts';
import { readToken } from '../temporary.ts';
import { animatedKey, stillKey, thumbnailNamed } from '../thumbnails.ts';
import { q } from '../../../engine/db/sql.ts';
import { subdomainOf } from '../../../engine/hosts.ts';
import type { HttpResponse } from '../../../http/response.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import { admit } from '../../../http/admit.ts';
import { missingCredentials, readerCredentials } from '../../../http/authenticate-request.ts';
import type { World } from '../../../http/world.ts';

export const filePage: Page = {
  path: '/user_uploads/*',
  handle: async (world, request) =>
    sendAttachment(world, await fileAt(world, request, rest(request)), request, false),
};

/** Serves a file as a download. */
export const downloadPage: Page = {
  path: '/user_uploads/download/*',
  handle: async (world, request) =>
    sendAttachment(world, await fileAt(world, request, rest(request)), request, true),
};

export const thumbnailPage: Page = {
  path: '/user_uploads/thumbnail/*',
  handle: async (world, request) => {
    const [, pathId = '', format = ''] = /^(.*)\/([^/]*)$/s.exec(rest(request)) ?? [];
    const file = await fileAt(world, request, pathId);
    const kind = thumbnailNamed(file, format);
    if (kind === undefined) throw noSuchFile();
    const isReady = kind === 'still' || (await world.animatedThumbnails.ensure(file));
    const key = kind === 'animated' && isReady ? animatedKey(file) : stillKey(file);
    const name = `${file.name}.webp`;
    const copy = { key, size: undefined, contentType: 'image/webp', name, wantsDownload: false };
    const response = await sendFile(world, copy, undefined);
    // The client asks again for a thumbnail that could not be made yet.
    return isReady
      ? response
      : { ...response, headers: { ...response.headers, 'cache-control': 'no-store' } };
  },
};

/** Serves a file by a temporary URL, without credentials. */
export const temporaryPage: Page = {
  path: '/user_uploads/temporary/:token/:name',
  handle: async (world, request) => {
    const token = readToken(world.sealer, request.pathParameters['token'] ?? '', world.clock.now());
    if (token === undefined) throw noSuchFile();
    const realm = await world.pool.first(
      q.selectFrom('realm').select(['subdomain', 'deactivated_at']).where('id', '=', token.realmId),
    );
    if (realm?.deactivated_at !== null || realm.subdomain !== subdomainOf(world.config.hosts, request.host))
      throw noSuchFile();
    const [file] = await attachmentsById(world.pool, token.realmId, [token.id]);
    if (file === undefined) throw noSuchFile();
    return sendAttachment(world, file, request, false);
  },
};

function rest({ pathParameters: inPath }: IncomingRequest): string {
  return inPath['*'] ?? '';
}

async function fileAt(world: World, request: IncomingRequest, pathId: string): Promise<AttachmentRow> {
  const credentials = readerCredentials(world, request);
  if (credentials === undefined) return fileForSpectator(world, request, pathId);
  const actor = await admit(world, {
    host: request.host,
    credentials,
    scope: 'read_messages',
    keepsLimits: true,
  });
  if (!isSound(pathId)) throw noSuchFile();
  return accessFile(world.pool, actor, pathId);
}

/** A file in a web-public channel. Every other path needs credentials, whether the file exists or not. */
async function fileForSpectator(
  world: World,
  request: IncomingRequest,
  pathId: string,
): Promise<AttachmentRow> {
  if (!world.config.webPublic || !isSound(pathId)) throw missingCredentials();
  limitFiles(world, request.address);
  const actor = await findSpectator(world, subdomainOf(world.config.hosts, request.host));
  if (actor === undefined) throw missingCredentials();
  const [file] = await attachmentsByPath(world.pool, actor.realm.id, [pathId]);
  if (file === undefined || !(await canSeeFile(world.pool, actor, file))) throw missingCredentials();
  if (!mayFetchFile(world, actor.realm.id, `file:${file.id}`)) throw missingCredentials();
  return file;
}

function sendAttachment(
  world: World,
  { key, size, content_type, name }: AttachmentRow,
  request: IncomingRequest,
  wantsDownload: boolean,
): Promise<HttpResponse> {
  return sendFile(world, { key, size, contentType: content_type, name, wantsDownload }, request.range);
}
