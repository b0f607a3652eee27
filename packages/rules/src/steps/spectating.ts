import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { room, type Room } from './channels.ts';
import { success, type Item } from '../expect.ts';
import type { User } from '../ground.ts';
import type { Answer, Request } from '../wire.ts';
import type { World } from '../world.ts';

/** An organization that visitors may read, and its web-public channel. */
export type OpenOrganization = { readonly owner: User; readonly web: Room };

/** Only servers of the suite are known to allow web-public channels. */
export async function allowSpectators(w: World, isAllowed = true): Promise<User> {
  w.own();
  const as = await w.owner();
  success(await w.ask('PATCH', '/realm', { as, form: { enable_spectator_access: isAllowed } }));
  return as;
}

export async function openToWeb(w: World): Promise<OpenOrganization> {
  const owner = await allowSpectators(w);
  return { owner, web: await room(w, owner, { is_web_public: true }) };
}

/** A request without credentials, as a browser sends it. */
export function visit(w: World, method: string, path: string, request: Request = {}): Promise<Answer> {
  return w.ask(method, path, { ...request, below: BROWSER_PREFIX });
}

/** The state that a visitor is given. */
export async function visitState(w: World, form: Item = {}): Promise<Answer> {
  return success(await visit(w, 'POST', '/register', { form }));
}

export const WEB_PUBLIC = { operator: 'channels', operand: 'web-public' };

/** The newest messages of web-public channels that match some more terms. */
export function visitMessages(w: World, ...terms: readonly unknown[]): Promise<Answer> {
  return visit(w, 'GET', '/messages', {
    query: { anchor: 'newest', num_before: 100, num_after: 0, narrow: [WEB_PUBLIC, ...terms] },
  });
}

export function setWebPublic(w: World, as: User, { id }: Room, is_web_public: boolean): Promise<Answer> {
  return w.ask('PATCH', `/streams/${id}`, { as, form: { is_web_public } });
}
