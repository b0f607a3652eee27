import { systemClock, type Clock } from '@parley/server/engine/clock.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { startServer, type RunningServer } from '@parley/server/app/start.ts';
import { startTestServer } from '@parley/test-support/harness.ts';
import type { Config } from '@parley/server/engine/config.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { startVideoProvider, type VideoProvider } from '@parley/test-support/video-provider.ts';
import { startReceiver } from '@parley/test-support/receiver.ts';
import { startMailbox } from '@parley/test-support/mailbox.ts';
import { ABSENT_PUSH } from '@parley/test-support/absent.ts';
import { send } from './wire.ts';
import type { CallServer, Ground, Organization, OwnServers, User } from './ground.ts';

/** Servers on databases with random names; what few rules need is started when one of them asks. */
export async function startOwnGround(): Promise<Ground> {
  const mailbox = await startMailbox();
  let config: Config | undefined;
  const main = await startTestServer(
    (usual) =>
      (config = {
        ...usual,
        gravatar: true,
        webPublic: true,
        mail: { url: mailbox.url, from: 'chat@parley.test' },
        mailGateway: {
          pattern: '%s@in.parley.test',
          listen: { address: '127.0.0.1', port: 0 },
          replyDays: 14,
          authservId: undefined,
        },
        push: ABSENT_PUSH,
        outboundNetworks: ['127.0.0.1'],
        previews: { ...usual.previews, ports: [0] },
      }),
  );
  const usual = config as unknown as Config;
  // About twenty servers stay until the end.
  const fewConnections = { ...usual.database, connections: 2, expensiveConnections: 1 };
  const external = usual.hosts.external;
  const { pool } = main.server.world;
  const stops: (() => Promise<void>)[] = [];

  const serverBeside = async (
    change: Partial<Config>,
    held: { random?: () => number; clock?: Clock } = {},
  ): Promise<RunningServer> => {
    const server: RunningServer = await startServer({ ...usual, database: fewConnections, ...change }, held);
    stops.push(() => server.stop());
    return server;
  };
  const beside = async (...given: Parameters<typeof serverBeside>): Promise<string> =>
    (await serverBeside(...given)).url;
  const limited = once(() => serverBeside({ rateLimits: true, database: usual.database }));

  const rootlessDatabase = once(async () => {
    const other = await startTestServer();
    stops.push(() => other.stop());
    await other.server.world.pool.all(sql`delete from realm where subdomain = ''`);
    return other;
  });
  const rootless = {
    off: once(async () => (await rootlessDatabase()).url),
    on: once(async () => {
      const { databaseUrl } = await rootlessDatabase();
      return beside({
        database: { ...fewConnections, url: databaseUrl },
        hosts: { ...usual.hosts, landingPage: true },
      });
    }),
  };

  const startCalls = async (): Promise<CallServer> => {
    const provider = await startVideoProvider(`http://${external}/calls/conference/complete`);
    stops.push(() => provider.stop());
    const calls = { ...provider.settings, scope: 'openid offline_access meetings' };
    return callServer(await beside({ calls }), provider);
  };

  const clocks = new Map<number, Promise<string>>();
  const ahead = (seconds: number): Promise<string> => {
    const clock = { ...systemClock, now: () => systemClock.now() + seconds * 1000 };
    const url = clocks.get(seconds) ?? beside({}, { clock });
    clocks.set(seconds, url);
    return url;
  };

  const own: OwnServers = {
    ahead,
    externalHost: external,
    earlyHeartbeats: once(() => beside({}, { random: () => 0 })),
    // Its limits do not refill, however slow the machine is.
    ownLimited: () => beside({ rateLimits: true }, { clock: { ...systemClock, monotonic: () => 0 } }),
    limited: async () => (await limited()).url,
    mailPort: main.server.mailPort ?? 0,
    limitedMailPort: async () => (await limited()).mailPort ?? 0,
    signOn: once(() => beside({ signOn: IDENTITY_PROVIDER })),
    withoutCalls: once(() => beside({ calls: { ...usual.calls, clientId: '', clientSecret: '' } })),
    withoutPush: once(() =>
      beside({ push: { apns: undefined, fcm: undefined, registrationKey: undefined } }),
    ),
    withoutWebPublic: once(() => beside({ webPublic: false })),
    rootless: (landingPage) => (landingPage ? rootless.on() : rootless.off()),
    calls: once(startCalls),
    ownCalls: startCalls,
    emailsTo: (address) => mailbox.emails.filter(({ to }) => to === address),
    receiver: async () => {
      const receiver = await startReceiver();
      stops.push(() => receiver.stop());
      return receiver;
    },
    grant: async ({ id }, flag) => {
      const column = sql.ref(flag);
      await pool.all(sql`update realm_user set ${column} = true where id = ${id}`);
    },
    limitRate: async ({ id }, rule) => {
      await pool.all(sql`update realm_user set rate_limits = ${rule} where id = ${id}`);
    },
    setAvatarSource: async ({ id }, source) => {
      await pool.all(sql`update realm_user set avatar_source = ${source} where id = ${id}`);
    },
    mark: async ({ id }, state) => {
      await pool.all(sql`update realm_user set ${sql.ref(state)} = true where id = ${id}`);
    },
    removeOwner: async ({ id }) => {
      await pool.all(sql`update realm_user set bot_owner_id = null where id = ${id}`);
    },
    deactivateOrganization: async (host) => {
      const subdomain = host.slice(0, -external.length - 1);
      await pool.all(sql`update realm set deactivated_at = now() where subdomain = ${subdomain}`);
    },
  };

  let count = 0;
  let users = 0;
  const organization = async (): Promise<Organization> => {
    count += 1;
    const subdomain = `org${count}`;
    const realmId = await createRealm(pool, { subdomain, name: `Organization ${count}` });
    const makeUser: Organization['makeUser'] = async ({ name, role = 400, email, visibility = 1 }) => {
      const made = await main.user({
        realmId,
        fullName: name,
        role: role as Role,
        emailVisibility: visibility,
        email: email ?? `user-${(users += 1)}@example.com`,
      });
      return { id: made.id, email: made.email, key: made.apiKey, name, role };
    };
    const owner: User = await makeUser({ name: 'The Owner', role: 100 });
    await own.grant(owner, 'can_create_users');
    return {
      host: `${subdomain}.${external}`,
      owner: async () => owner,
      makeUser,
      removeUser: async () => undefined,
    };
  };

  return {
    url: main.url,
    own,
    cleansUp: false,
    eventDelayMs: 0,
    organization,
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await main.stop();
      await mailbox.stop();
    },
  };
}

/** Nobody logs in with it: the rules only look at how it is announced. */
const IDENTITY_PROVIDER = {
  issuer: 'https://id.example.com',
  clientId: 'parley',
  clientSecret: 'secret',
  name: 'The Company',
  scopes: 'openid email profile',
  subjectClaim: 'sub',
};

const behaviours = {
  well: 'open',
  'refuse-token': 401,
  fail: 500,
  'refuse-room': 'no public rooms',
} as const;

function callServer(url: string, provider: VideoProvider): CallServer {
  return {
    url,
    connect: async (as, host) => {
      const begun = await send(url, 'GET', '/calls/conference/register', { as, host, below: '' });
      const { search } = await provider.consent(String(begun.headers.location));
      return send(url, 'GET', `/calls/conference/complete${search}`, { as, host, below: '' });
    },
    behave: (how) => {
      provider.meetings = behaviours[how];
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
