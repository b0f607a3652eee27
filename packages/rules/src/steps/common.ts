import { items, numberAt, same, success, type Item } from '../expect.ts';
import type { User } from '../ground.ts';
import { NotAsked } from '../not-asked.ts';
import type { Answer, Credentials } from '../wire.ts';
import type { Queue, World } from '../world.ts';

/** An unaddressed draft, with what a rule wants different. */
export function draft(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    type: '',
    to: [],
    topic: '',
    content: 'a thought',
    ...changes,
  };
}

export async function addDraft(w: World, as: Credentials, changes: Item = {}): Promise<number> {
  const made = success(await w.ask('POST', '/drafts', { as, form: { drafts: [draft(changes)] } }));
  const id = numberAt(made, 'ids', 0);
  w.later(() => w.ask('DELETE', `/drafts/${id}`, { as }));
  return id;
}

export async function draftOf(w: World, as: Credentials, id: number): Promise<Item | undefined> {
  return items(success(await w.ask('GET', '/drafts', { as })), 'drafts').find((one) => one['id'] === id);
}

export function editDraft(w: World, as: Credentials, id: number, changes: Item = {}): Promise<Answer> {
  return w.ask('PATCH', `/drafts/${id}`, { as, form: { draft: draft(changes) } });
}

/** A linkifier with a word of its own, so that no two patterns are equal. */
export async function addLinkifier(
  w: World,
  changes: Item = {},
): Promise<{ id: number; word: string; pattern: string; url_template: string }> {
  const word = w.unique('L');
  const pattern = `${word}-(?P<id>[0-9]+)`;
  const url_template = `https://example.com/${word}/{id}`;
  const as = await w.owner();
  const form = { pattern, url_template, ...changes };
  const id = numberAt(success(await w.ask('POST', '/realm/filters', { as, form })), 'id');
  w.later(() => w.ask('DELETE', `/realm/filters/${id}`, { as }));
  return { id, word, pattern, url_template };
}

export async function linkifiers(w: World, as?: Credentials): Promise<readonly Item[]> {
  return items(
    success(await w.ask('GET', '/realm/linkifiers', { as: as ?? (await w.owner()) })),
    'linkifiers',
  );
}

export async function linkifierOf(w: World, id: number): Promise<Item> {
  return (await linkifiers(w)).find((one) => one['id'] === id) ?? {};
}

export async function addField(w: World, changes: Item = {}): Promise<number> {
  const as = await w.owner();
  const form = { field_type: 1, name: w.unique('Field '), ...changes };
  const id = numberAt(success(await w.ask('POST', '/realm/profile_fields', { as, form })), 'id');
  w.later(() => w.ask('DELETE', `/realm/profile_fields/${id}`, { as }));
  return id;
}

export async function fields(w: World, as?: Credentials): Promise<readonly Item[]> {
  return items(
    success(await w.ask('GET', '/realm/profile_fields', { as: as ?? (await w.owner()) })),
    'custom_fields',
  );
}

export async function fieldOf(w: World, id: number): Promise<Item> {
  return (await fields(w)).find((one) => one['id'] === id) ?? {};
}

export async function addDomain(w: World, allow_subdomains = false): Promise<string> {
  const as = await w.owner();
  const domain = `${w.unique('d')}.example.net`;
  success(await w.ask('POST', '/realm/domains', { as, form: { domain, allow_subdomains } }));
  w.later(() => w.ask('DELETE', `/realm/domains/${domain}`, { as }));
  return domain;
}

export async function domains(w: World): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/realm/domains', { as: await w.owner() })), 'domains');
}

export const PASSWORD = 'a perfectly fine Passw0rd of some length';

/** A user with a password, created through the API. */
export async function withPassword(w: World): Promise<{ id: number; email: string }> {
  const as = await w.owner();
  const email = `${w.unique('login')}@example.com`;
  const form = { email, password: PASSWORD, full_name: w.unique('Login ') };
  const made = await w.ask('POST', '/users', { as, form });
  if (made.status !== 200 && w.isRemote) throw new NotAsked('needs an owner who may create users');
  const id = numberAt(success(made), 'user_id');
  w.later(() => w.ask('DELETE', `/users/${id}`, { as }));
  return { id, email };
}

/** A user as another one sees them. */
export async function userSeenBy(w: World, as: Credentials, id: number, query: Item = {}): Promise<Item> {
  return success(await w.ask('GET', `/users/${id}`, { as, query })).at('user') as Item;
}

/** One user of each kind, listening. */
export type Crowd = {
  readonly owner: User;
  readonly admin: User;
  readonly member: User;
  readonly guest: User;
  /** Events that each user has received since the last call, without `id`. */
  readonly heard: () => Promise<Readonly<Record<'owner' | 'admin' | 'member' | 'guest', readonly Item[]>>>;
};

export async function crowd(w: World, event_types: readonly string[], parameters: Item = {}): Promise<Crowd> {
  const owner = await w.owner();
  const [admin, member, guest] = await Promise.all([w.user({ role: 200 }), w.user(), w.user({ role: 600 })]);
  const form = { ...parameters, event_types, fetch_event_types: [] };
  const [ofOwner, ofAdmin, ofMember, ofGuest] = await Promise.all(
    [owner, admin, member, guest].map((one) => w.listen(one, form)),
  );
  const hear = async (queue: Queue | undefined): Promise<readonly Item[]> =>
    ((await queue?.events()) ?? []).map(withoutId);
  return {
    owner,
    admin,
    member,
    guest,
    heard: async () => ({
      owner: await hear(ofOwner),
      admin: await hear(ofAdmin),
      member: await hear(ofMember),
      guest: await hear(ofGuest),
    }),
  };
}

export function withoutId({ id: _id, ...rest }: Item): Item {
  return rest;
}

/** Everybody heard exactly these events. */
export async function allHeard(listeners: Crowd, expected: readonly Item[]): Promise<void> {
  const heard = await listeners.heard();
  same(heard, { owner: expected, admin: expected, member: expected, guest: expected }, 'events of everybody');
}

/** Everybody heard exactly these changes of one user; changes of others may come along with a new role. */
export async function allHeardOf({ heard }: Crowd, id: number, changes: readonly Item[]): Promise<void> {
  for (const [who, events] of Object.entries(await heard())) {
    const told = events.map(({ person }) => person as Item).filter((user) => user['user_id'] === id);
    same(
      told,
      changes.map((change) => ({ user_id: id, ...change })),
      `what the ${who} hears`,
    );
  }
}

/** The made-up address under which anybody is found; a port is no part of an address. */
export async function dummyAddress(w: World, { id }: Pick<User, 'id'>): Promise<string> {
  return `user${id}@${(await w.host()).replace(/:\d+$/, '')}`;
}

/** The events that one user gets while something happens, without `id`. */
export async function during(
  w: World,
  as: Credentials,
  event_types: readonly string[],
  act: () => Promise<unknown>,
  parameters: Item = {},
): Promise<readonly Item[]> {
  const queue = await w.listen(as, { ...parameters, event_types, fetch_event_types: [] });
  await act();
  return (await queue.events()).map(withoutId);
}

/** Changes settings of the organization and puts them back where it goes on living. */
export async function setRealm(w: World, changes: Item, back: Item): Promise<Answer> {
  const as = await w.owner();
  w.later(() => w.ask('PATCH', '/realm', { as, form: back }));
  return success(await w.ask('PATCH', '/realm', { as, form: changes }));
}

export async function stateOf(w: World, as: Credentials, ...types: readonly string[]): Promise<Answer> {
  return success(
    await w.ask('POST', '/register', {
      as,
      form: {
        fetch_event_types: types,
        event_types: [],
        client_capabilities: { notification_settings_null: true, linkifier_url_template: true },
      },
    }),
  );
}
