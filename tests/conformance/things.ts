import { items, numberAt, same, success, type Item } from './expect.ts';
import type { Person } from './ground.ts';
import { NotAsked } from './not-asked.ts';
import type { Answer, Credentials } from './wire.ts';
import type { Queue, World } from './world.ts';

/** An unaddressed draft, with what a rule wants different. */
export const draft = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  type: '',
  to: [],
  topic: '',
  content: 'a thought',
  ...changes,
});

export const addDraft = async (w: World, as: Credentials, changes: Item = {}): Promise<number> => {
  const made = success(await w.ask('POST', '/drafts', { as, form: { drafts: [draft(changes)] } }));
  const id = numberAt(made, 'ids', 0);
  w.later(() => w.ask('DELETE', `/drafts/${id}`, { as }));
  return id;
};

export const draftOf = async (w: World, as: Credentials, id: number): Promise<Item | undefined> =>
  items(success(await w.ask('GET', '/drafts', { as })), 'drafts').find((one) => one['id'] === id);

export const editDraft = (w: World, as: Credentials, id: number, changes: Item = {}): Promise<Answer> =>
  w.ask('PATCH', `/drafts/${id}`, { as, form: { draft: draft(changes) } });

/** A linkifier with a word of its own, so that no two patterns are equal. */
export const addLinkifier = async (
  w: World,
  changes: Item = {},
): Promise<{ id: number; word: string; pattern: string; url_template: string }> => {
  const word = w.unique('L');
  const pattern = `${word}-(?P<id>[0-9]+)`;
  const url_template = `https://example.com/${word}/{id}`;
  const as = await w.owner();
  const form = { pattern, url_template, ...changes };
  const id = numberAt(success(await w.ask('POST', '/realm/filters', { as, form })), 'id');
  w.later(() => w.ask('DELETE', `/realm/filters/${id}`, { as }));
  return { id, word, pattern, url_template };
};

export const linkifiers = async (w: World, as?: Credentials): Promise<readonly Item[]> =>
  items(success(await w.ask('GET', '/realm/linkifiers', { as: as ?? (await w.owner()) })), 'linkifiers');

export const linkifierOf = async (w: World, id: number): Promise<Item> =>
  (await linkifiers(w)).find((one) => one['id'] === id) ?? {};

export const addField = async (w: World, changes: Item = {}): Promise<number> => {
  const as = await w.owner();
  const form = { field_type: 1, name: w.unique('Field '), ...changes };
  const id = numberAt(success(await w.ask('POST', '/realm/profile_fields', { as, form })), 'id');
  w.later(() => w.ask('DELETE', `/realm/profile_fields/${id}`, { as }));
  return id;
};

export const fields = async (w: World, as?: Credentials): Promise<readonly Item[]> =>
  items(
    success(await w.ask('GET', '/realm/profile_fields', { as: as ?? (await w.owner()) })),
    'custom_fields',
  );

export const fieldOf = async (w: World, id: number): Promise<Item> =>
  (await fields(w)).find((one) => one['id'] === id) ?? {};

export const addDomain = async (w: World, allow_subdomains = false): Promise<string> => {
  const as = await w.owner();
  const domain = `${w.unique('d')}.example.net`;
  success(await w.ask('POST', '/realm/domains', { as, form: { domain, allow_subdomains } }));
  w.later(() => w.ask('DELETE', `/realm/domains/${domain}`, { as }));
  return domain;
};

export const domains = async (w: World): Promise<readonly Item[]> =>
  items(success(await w.ask('GET', '/realm/domains', { as: await w.owner() })), 'domains');

export const PASSWORD = 'a perfectly fine Passw0rd of some length';

/** Somebody with a password, made through the API. */
export const withPassword = async (w: World): Promise<{ id: number; email: string }> => {
  const as = await w.owner();
  const email = `${w.unique('login')}@example.com`;
  const form = { email, password: PASSWORD, full_name: w.unique('Login ') };
  const made = await w.ask('POST', '/users', { as, form });
  if (made.status !== 200 && w.isRemote) throw new NotAsked('needs an owner who may create users');
  const id = numberAt(success(made), 'user_id');
  w.later(() => w.ask('DELETE', `/users/${id}`, { as }));
  return { id, email };
};

/** A person as another one sees them. */
export const userSeenBy = async (w: World, as: Credentials, id: number, query: Item = {}): Promise<Item> =>
  success(await w.ask('GET', `/users/${id}`, { as, query })).at('user') as Item;

/** One person of each kind, listening. */
export type Crowd = {
  readonly owner: Person;
  readonly admin: Person;
  readonly member: Person;
  readonly guest: Person;
  /** What each has heard since the last time, without `id`. */
  readonly heard: () => Promise<Readonly<Record<'owner' | 'admin' | 'member' | 'guest', readonly Item[]>>>;
};

export const crowd = async (w: World, event_types: readonly string[], wishes: Item = {}): Promise<Crowd> => {
  const owner = await w.owner();
  const [admin, member, guest] = await Promise.all([
    w.person({ role: 200 }),
    w.person(),
    w.person({ role: 600 }),
  ]);
  const form = { ...wishes, event_types, fetch_event_types: [] };
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
};

export const withoutId = ({ id: _id, ...rest }: Item): Item => rest;

/** Everybody heard exactly these events. */
export const allHeard = async (listeners: Crowd, expected: readonly Item[]): Promise<void> => {
  const heard = await listeners.heard();
  same(heard, { owner: expected, admin: expected, member: expected, guest: expected }, 'events of everybody');
};

/** Everybody heard exactly these changes of one person; changes of others may come along with a new role. */
export const allHeardOf = async ({ heard }: Crowd, id: number, changes: readonly Item[]): Promise<void> => {
  for (const [who, events] of Object.entries(await heard())) {
    const told = events.map(({ person }) => person as Item).filter((person) => person['user_id'] === id);
    same(
      told,
      changes.map((change) => ({ user_id: id, ...change })),
      `what the ${who} hears`,
    );
  }
};

/** The made-up address under which anybody is found; a port is no part of an address. */
export const dummyAddress = async (w: World, { id }: Pick<Person, 'id'>): Promise<string> =>
  `user${id}@${(await w.host()).replace(/:\d+$/, '')}`;

/** The events that one person gets while something happens, without `id`. */
export const during = async (
  w: World,
  as: Credentials,
  event_types: readonly string[],
  act: () => Promise<unknown>,
  wishes: Item = {},
): Promise<readonly Item[]> => {
  const queue = await w.listen(as, { ...wishes, event_types, fetch_event_types: [] });
  await act();
  return (await queue.events()).map(withoutId);
};

/** Changes settings of the organization and puts them back where it goes on living. */
export const setRealm = async (w: World, changes: Item, back: Item): Promise<Answer> => {
  const as = await w.owner();
  w.later(() => w.ask('PATCH', '/realm', { as, form: back }));
  return success(await w.ask('PATCH', '/realm', { as, form: changes }));
};

export const stateOf = async (w: World, as: Credentials, ...types: readonly string[]): Promise<Answer> =>
  success(
    await w.ask('POST', '/register', {
      as,
      form: {
        fetch_event_types: types,
        event_types: [],
        client_capabilities: { notification_settings_null: true, linkifier_url_template: true },
      },
    }),
  );
