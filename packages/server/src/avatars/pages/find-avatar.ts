import { isSound } from '@parley/contract/json-text.ts';
import { createHash } from 'node:crypto';
import { noSuchPath, redirect, type Answer } from '../../http/answer.ts';
import type { Incoming } from '../../http/lifecycle.ts';
import type { Page } from '../../http/page.ts';
import { subdomainOf } from '../../http/hosts.ts';
import { visitorOf, withoutCredentials } from '../../http/visitor.ts';
import { accessPerson } from '../../people/access.ts';
import { avatarUrl, DEFAULT_AVATAR, UNKNOWN_AVATAR } from '../../people/avatar.ts';
import { accessByAddress } from '../../people/find-person.ts';
import type { Actor, PersonRow } from '../../people/person.ts';
import { Problem } from '../../problem.ts';
import { findSpectator } from '../../spectators/access.ts';
import { limitAddress, mayFetchFile } from '../../spectators/limits.ts';
import type { World } from '../../world.ts';

/** Leads to the picture of somebody who is known by id or address. */
export const findAvatar: Page = {
  path: '/avatar/:who',
  handle: (world, request) => lead(world, request, false),
};
export const findMediumAvatar: Page = {
  path: '/avatar/:who/medium',
  handle: (world, request) => lead(world, request, true),
};

const lead = async (world: World, request: Incoming, medium: boolean): Promise<Answer> => {
  const who = request.inPath['who'] ?? '';
  if (request.authorization === undefined) return leadSpectator(world, request, who, medium);
  const actor = await visitorOf(world, request);
  if (!isSound(who)) return noSuchPath();
  const person = await orNobody(find(world, actor, who));
  const url = person === undefined ? strangerUrl(world, who) : avatarUrl(world, person, medium);
  return redirect(withQuery(url, request.path));
};

/** Visitors find avatars by id only, and never a hosted one: its address contains a hash of the e-mail address. */
const leadSpectator = async (
  world: World,
  request: Incoming,
  who: string,
  medium: boolean,
): Promise<Answer> => {
  if (!world.config.webPublic || !IS_ID.test(who)) throw withoutCredentials();
  limitAddress(world, request.address);
  const actor = await findSpectator(world, subdomainOf(world.config.hosts, request.host));
  if (actor === undefined) throw withoutCredentials();
  if (!mayFetchFile(world, actor.realm.id, `avatar:${who}`)) throw withoutCredentials();
  const server = { ...world, config: { ...world.config, gravatar: false } };
  const person = await orNobody(accessPerson(world.pool, actor, Number(who)));
  const url = person === undefined ? UNKNOWN_AVATAR : avatarUrl(server, person, medium);
  return redirect(withQuery(url, request.path));
};

const IS_ID = /^\d{1,15}$/;

const find = (world: World, actor: Actor, who: string): Promise<PersonRow> =>
  IS_ID.test(who)
    ? accessPerson(world.pool, actor, Number(who))
    : accessByAddress(world.pool, world.config, actor, who);

const orNobody = async (person: Promise<PersonRow>): Promise<PersonRow | undefined> => {
  try {
    return await person;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
};

const strangerUrl = ({ config }: World, who: string): string => {
  if (IS_ID.test(who)) return UNKNOWN_AVATAR;
  if (!config.gravatar) return DEFAULT_AVATAR;
  const name = createHash('md5').update(who.trim().toLowerCase()).digest('hex');
  return `https://secure.gravatar.com/avatar/${name}?d=identicon`;
};

const withQuery = (url: string, path: string): string => {
  const [, query = ''] = /\?(.*)$/s.exec(path) ?? [];
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
};
