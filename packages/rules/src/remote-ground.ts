import { numberAt, success, textAt } from './expect.ts';
import type { Ground, Organization, User } from './ground.ts';
import { NotAsked } from './not-asked.ts';
import { send, type Credentials } from './wire.ts';

/** Strong enough for any policy; the accounts live only as long as the rule that made them. */
const PASSWORD = 'correct-Horse-battery-7-staple';
const EVENT_DELAY_MS = 300;

/** A server given by its address, with one organization and one of its owners. */
export function openRemoteGround(url: string, credentials: Credentials | undefined): Ground {
  const { host } = new URL(url);
  let count = 0;
  let owner: Promise<User> | undefined;
  const whoIsOwner = (): Promise<User> => (owner ??= findOwner());
  const findOwner = async (): Promise<User> => {
    if (credentials === undefined) throw new NotAsked('needs an owner (--owner email:key)');
    const me = success(await send(url, 'GET', '/users/me', { as: credentials }));
    return {
      ...credentials,
      id: numberAt(me, 'user_id'),
      name: textAt(me, 'full_name'),
      role: numberAt(me, 'role'),
    };
  };

  const makeUser: Organization['makeUser'] = async ({ name, role = 400, email, visibility = 1 }) => {
    const as = await whoIsOwner();
    count += 1;
    const address = email ?? `conformance-${Date.now().toString(36)}-${count}@example.com`;
    const made = await send(url, 'POST', '/users', {
      as,
      form: { email: address, password: PASSWORD, full_name: name },
    });
    if (made.status !== 200) throw new NotAsked('needs an owner who may create users');
    const id = numberAt(made, 'user_id');
    const login = { username: address, password: PASSWORD };
    const key = textAt(success(await send(url, 'POST', '/fetch_api_key', { form: login })), 'api_key');
    const user = { id, email: address, key, name, role };
    if (role !== 400) success(await send(url, 'PATCH', `/users/${id}`, { as, form: { role } }));
    const form = { email_address_visibility: visibility };
    success(await send(url, 'PATCH', '/settings', { as: user, form }));
    return user;
  };

  return {
    url,
    own: undefined,
    cleansUp: true,
    eventDelayMs: EVENT_DELAY_MS,
    organization: async () => ({
      host,
      owner: whoIsOwner,
      makeUser,
      removeUser: async ({ id }) => send(url, 'DELETE', `/users/${id}`, { as: await whoIsOwner() }),
    }),
    stop: async () => {},
  };
}
