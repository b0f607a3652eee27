import { isSound } from '@parley/contract/json-text.ts';
import { createHash } from 'node:crypto';
import { pathNotFound, redirect, type HttpResponse } from '../../../http/response.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import { subdomainOf } from '../../../engine/hosts.ts';
import { admit } from '../../../http/admit.ts';
import { missingCredentials, readerCredentials } from '../../../http/authenticate-request.ts';
import { RequestCount } from '../../../http/request-count.ts';
import { accessUser } from '../../users/access.ts';
import { avatarUrl, DEFAULT_AVATAR, UNKNOWN_AVATAR } from '../../users/avatar.ts';
import { accessByAddress } from '../../users/find-user.ts';
import type { Actor, UserRow } from '../../../http/actor.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { findSpectator } from '../../../chat/spectators/access.ts';
import { limitAddress, mayFetchFile } from '../../../chat/spectators/limits.ts';
import type { World } from '../../../http/world.ts';

/** Redirects to the avatar of a user given by ID or e-mail address. */
export const findAvatar: Page = {
  path: '/avatar/:who',
  handle: (world, request) => redirectToAvatar(world, request, false),
};
export const findMediumAvatar: Page = {
  path: '/avatar/:who/medium',
  handle: (world, request) => redirectToAvatar(world, request, true),
};

async function redirectToAvatar(
  world: World,
  request: IncomingRequest,
  medium: boolean,
): Promise<HttpResponse> {
  const who = request.pathParameters['who'] ?? '';
  const credentials = readerCredentials(world, request);
  if (credentials === undefined) return redirectSpectator(world, request, who, medium);
  // Requests of pages are not counted: a page loads the avatars of a whole conversation at once.
  const count = credentials.kind !== 'session' ? new RequestCount(world) : undefined;
  const actor = await admit(world, { host: request.host, credentials, count, scope: 'see_directory' });
  if (!isSound(who)) return pathNotFound();
  const user = await orUndefined(find(world, actor, who));
  const url = user === undefined ? fallbackUrl(world, who) : avatarUrl(world, user, medium);
  return redirect(withQuery(url, request.path));
}

/** Spectators find avatars by ID only, and never on Gravatar, whose URLs contain a hash of the e-mail address. */
async function redirectSpectator(
  world: World,
  request: IncomingRequest,
  who: string,
  medium: boolean,
): Promise<HttpResponse> {
  if (!world.config.webPublic || !IS_ID.test(who)) throw missingCredentials();
  limitAddress(world, request.address);
  const actor = await findSpectator(world, subdomainOf(world.config.hosts, request.host));
  if (actor === undefined) throw missingCredentials();
  if (!mayFetchFile(world, actor.realm.id, `avatar:${who}`)) throw missingCredentials();
  const server = { ...world, config: { ...world.config, gravatar: false } };
  const user = await orUndefined(accessUser(world.pool, actor, Number(who)));
  const url = user === undefined ? UNKNOWN_AVATAR : avatarUrl(server, user, medium);
  return redirect(withQuery(url, request.path));
}

const IS_ID = /^\d{1,15}$/;

function find(world: World, actor: Actor, who: string): Promise<UserRow> {
  return IS_ID.test(who)
    ? accessUser(world.pool, actor, Number(who))
    : accessByAddress(world.pool, world.config, actor, who);
}

async function orUndefined(user: Promise<UserRow>): Promise<UserRow | undefined> {
  try {
    return await user;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function fallbackUrl({ config }: World, who: string): string {
  if (IS_ID.test(who)) return UNKNOWN_AVATAR;
  if (!config.gravatar) return DEFAULT_AVATAR;
  const name = createHash('md5').update(who.trim().toLowerCase()).digest('hex');
  return `https://secure.gravatar.com/avatar/${name}?d=identicon`;
}

function withQuery(url: string, path: string): string {
  const [, query = ''] = /\?(.*)$/s.exec(path) ?? [];
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
