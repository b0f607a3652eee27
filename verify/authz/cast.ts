import { Client } from 'pg';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { ABSENT_MAIL_SERVER, ABSENT_PUSH } from '@parley/test-support/absent.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { type Canaries, createCanaries, here, shown, there } from './canaries.ts';
import type { Role, Who } from './policy.ts';
import { type Answer, type Credentials, type Request, send } from '@parley/rules/wire.ts';

export const HOME = 'parley.test';
export const OTHER = 'other.parley.test';
const CLOSED = 'closed.parley.test';
export const PASSWORD = 'a perfectly fine Passw0rd of some length';

/** A caller. */
export type Actor = {
  readonly who: Who;
  readonly id: number;
  readonly host: string;
  readonly as: Credentials | undefined;
};

export type Stage = {
  readonly server: TestServer;
  readonly canaries: Canaries;
  readonly sql: Client;
  /** Owners who prepare things, and members who are in nobody's way: here and in the other organization. */
  readonly founder: TestUser;
  readonly keeper: TestUser;
  readonly neighbour: TestUser;
  readonly otherFounder: TestUser;
  readonly otherNeighbour: TestUser;
  readonly otherRealm: number;
  readonly closed: TestUser;
  /** A group whose members have a right, and one that guests share with visible users. */
  readonly rightGroup: number;
  readonly common: { readonly id: number; readonly name: string };
  readonly otherCommon: number;
  /** A public channel that owners may make web-public. */
  readonly toOpen: number;
  readonly roleMembers: number;
  readonly passwordHash: string;
  readonly ask: (method: string, path: string, request: Request) => Promise<Answer>;
  /** A call that prepares a target, and must succeed. */
  readonly must: (
    by: TestUser,
    method: string,
    path: string,
    form?: Readonly<Record<string, unknown>>,
  ) => Promise<Answer>;
  heads(): Promise<string>;
  end(): Promise<void>;
};

export function credentialsOf({ email, apiKey }: TestUser): Credentials {
  return { email, key: apiKey };
}

export async function openStage(): Promise<Stage> {
  const server = await startTestServer((config) => ({
    ...config,
    mail: ABSENT_MAIL_SERVER,
    push: ABSENT_PUSH,
    invitesPerDay: 100_000,
    webPublic: true,
  }));
  const canaries = createCanaries();
  const otherRealm = await server.realm('other');
  const closedRealm = await server.realm('closed');
  const sql = new Client({ connectionString: server.databaseUrl });
  await sql.connect();
  const made = async (role: Role, realmId: number, knows = here): Promise<TestUser> => {
    const word = canaries.hatch(knows);
    return server.user({ role, realmId, email: `${word}@example.com`, fullName: `P ${word}` });
  };
  const founder = await made(100, server.realmId);
  const otherFounder = await made(100, otherRealm, there);
  const ask: Stage['ask'] = (method, path, request) => send(server.url, method, path, request);
  const must: Stage['must'] = async (by, method, path, form = {}) => {
    const host = by.realmId === server.realmId ? HOME : OTHER;
    const answer = await ask(method, path, {
      as: credentialsOf(by),
      host,
      ...(method === 'GET' ? { query: form } : { form }),
    });
    if (answer.status !== 200) throw new Error(`preparing: ${method} ${path}: ${answer.text}`);
    return answer;
  };
  const groups = await must(founder, 'GET', '/user_groups');
  const roleMembers = (groups.at('user_groups') as { id: number; name: string }[]).find(
    ({ name }) => name === 'role:members',
  )?.id;
  if (roleMembers === undefined) throw new Error('There is no group of members.');
  await must(founder, 'PATCH', '/realm', { can_access_all_users_group: { new: roleMembers } });
  await must(founder, 'PATCH', '/realm', { enable_spectator_access: true });
  // While there is a web-public channel, visitors may read; targets come and go.
  await must(founder, 'POST', '/channels/create', {
    name: 'for the web',
    subscribers: [],
    is_web_public: true,
  });
  const toOpen = await must(founder, 'POST', '/channels/create', { name: 'to open', subscribers: [] });
  const right = await must(founder, 'POST', '/user_groups/create', {
    name: 'right',
    description: '',
    members: [],
  });
  const common = await must(founder, 'POST', '/channels/create', {
    name: 'common',
    subscribers: [founder.id],
  });
  const reports = await must(founder, 'POST', '/channels/create', {
    name: 'reports',
    subscribers: [founder.id],
    invite_only: true,
  });
  await must(founder, 'PATCH', '/realm', { moderation_request_channel_id: Number(reports.at('id')) });
  const otherCommon = await must(otherFounder, 'POST', '/channels/create', {
    name: 'common',
    subscribers: [otherFounder.id],
  });
  const closed = await made(100, closedRealm, () => false);
  await ask('POST', '/realm/deactivate', { as: credentialsOf(closed), host: CLOSED, form: {} });
  return {
    server,
    canaries,
    sql,
    founder,
    keeper: await made(400, server.realmId),
    neighbour: await made(400, server.realmId),
    otherFounder,
    otherNeighbour: await made(400, otherRealm, there),
    otherRealm,
    closed,
    rightGroup: Number(right.at('group_id')),
    common: { id: Number(common.at('id')), name: 'common' },
    otherCommon: Number(otherCommon.at('id')),
    toOpen: Number(toOpen.at('id')),
    roleMembers,
    passwordHash: await hashPassword(PASSWORD),
    ask,
    must,
    heads: async () => {
      const { rows } = await sql.query<{ heads: string }>(
        `select string_agg(realm_id || ':' || head, ' ' order by realm_id) as heads from realm_head`,
      );
      return rows[0]?.heads ?? '';
    },
    end: async () => {
      await sql.end();
      await server.stop();
    },
  };
}

type Facts = Partial<Omit<Who, 'kind'>>;
type Past = 'role' | 'key' | 'deactivated' | 'channels' | 'group';

/** How one kind of actor comes to be. */
type Kind = {
  readonly facts: Facts;
  readonly bot?: 1 | 2 | 3;
  /** A right that the user once had and lost. */
  readonly lost?: Past;
  readonly was?: Role;
  readonly door?: 'none' | 'bad' | 'closed' | 'stranger here' | 'stranger';
};

export const kinds: Readonly<Record<string, Kind>> = {
  nobody: { facts: { enters: false, spectates: true }, door: 'none' },
  visitor: { facts: { enters: false, spectates: true, visits: true }, door: 'none' },
  'bad key': { facts: { enters: false }, door: 'bad' },
  "other organization's owner": { facts: { enters: false, role: 100 }, door: 'stranger here' },
  "other organization's owner, at home": { facts: { elsewhere: true, role: 100 }, door: 'stranger' },
  'user of a closed organization': { facts: { enters: false, closed: true, role: 100 }, door: 'closed' },
  guest: { facts: { role: 600 } },
  'guest, subscribed': { facts: { role: 600, subscribed: true } },
  member: { facts: {} },
  'member, subscribed': { facts: { subscribed: true } },
  'member with a right by group': { facts: { right: 'subscribe' } },
  'member who administers': { facts: { right: 'administer' } },
  moderator: { facts: { role: 300 } },
  administrator: { facts: { role: 200 } },
  owner: { facts: { role: 100 } },
  'generic bot': { facts: { isBot: true }, bot: 1 },
  'incoming-webhook bot': { facts: { isBot: true, onlySends: true }, bot: 2 },
  'outgoing-webhook bot': { facts: { isBot: true }, bot: 3 },
  'ex-subscriber': { facts: {}, lost: 'channels' },
  'guest, ex-subscriber': { facts: { role: 600 }, lost: 'channels' },
  'member who left the group': { facts: {}, lost: 'group' },
  'member, once administrator': { facts: {}, lost: 'role', was: 200 },
  'member, once owner': { facts: {}, lost: 'role', was: 100 },
  'guest, once member': { facts: { role: 600 }, lost: 'role', was: 400 },
  'owner with a replaced key': { facts: { role: 100, enters: false }, lost: 'key' },
  'deactivated owner': { facts: { role: 100, enters: false }, lost: 'deactivated' },
  'deactivated subscriber': { facts: { subscribed: true, enters: false }, lost: 'deactivated' },
};

export function whoIs(kind: string): Who {
  return {
    enters: true,
    spectates: false,
    visits: false,
    elsewhere: false,
    closed: false,
    role: 400,
    isBot: false,
    onlySends: false,
    subscribed: false,
    right: 'none',
    ...kinds[kind]?.facts,
    kind,
  };
}

/** Makes a new user of one kind, with the life that they had before. */
export async function enlist(stage: Stage, kind: string): Promise<Actor> {
  const { server, canaries, founder, must } = stage;
  const { bot, lost, was, door } = kinds[kind] ?? { facts: {} };
  const who = whoIs(kind);
  const ready = (id: number, as: Credentials | undefined, host = HOME): Actor => ({ who, id, as, host });
  if (door === 'none') return ready(0, undefined);
  if (door === 'bad') return ready(0, { email: founder.email, key: 'A'.repeat(32) });
  if (door === 'closed') return ready(stage.closed.id, credentialsOf(stage.closed), CLOSED);
  if (door === 'stranger here') return ready(stage.otherFounder.id, credentialsOf(stage.otherFounder));
  if (door === 'stranger') {
    const stranger = await server.user({
      role: 100,
      realmId: stage.otherRealm,
      email: `${canaries.hatch(there)}@example.com`,
      fullName: `S ${canaries.hatch(there)}`,
    });
    return ready(stranger.id, credentialsOf(stranger), OTHER);
  }
  const word = canaries.hatch(here);
  const user = await server.user({
    role: was ?? who.role,
    email: `${word}@example.com`,
    fullName: `A ${bot === undefined ? word : canaries.hatch(shown)}`,
    passwordHash: null,
    ...(bot === undefined ? {} : { bot: { type: bot, ownerId: stage.keeper.id } }),
  });
  canaries.guard(user.apiKey, (other) => other.kind === kind || (bot !== undefined && other.role <= 200));
  const form = { subscriptions: [{ name: stage.common.name }], principals: [user.id] };
  if (bot === undefined) await must(founder, 'POST', '/users/me/subscriptions', form);
  if (who.right === 'subscribe')
    await must(founder, 'POST', `/user_groups/${stage.rightGroup}/members`, { add: [user.id] });
  // They have used what they are about to lose, so that nothing remembered lets them in.
  if (lost !== undefined) await must(user, 'GET', '/streams', { include_all: true });
  if (lost === 'role') await must(founder, 'PATCH', `/users/${user.id}`, { role: who.role });
  if (lost === 'key') await must(user, 'POST', '/users/me/api_key/regenerate');
  if (lost === 'deactivated') await must(founder, 'DELETE', `/users/${user.id}`);
  return ready(user.id, credentialsOf(user));
}
