import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { readConfig, type Config } from '@parley/server/engine/config.ts';
import { createUserWithKey, type NewUser } from '@parley/server/organization/users/create-user.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { startServer, type RunningServer } from '@parley/server/app/start.ts';
import { beginKey } from '@parley/server/organization/credentials/begin.ts';
import { createTestDatabase, TEST_DATABASE_SETTINGS } from './database.ts';
import { checkWire } from './check-wire.ts';
import { fetchAt } from './fetch-at.ts';

export type TestUser = {
  readonly id: number;
  readonly realmId: number;
  readonly email: string;
  readonly apiKey: string;
  /** The SDK as this user; every answer is held against the contract. */
  readonly connection: Connection;
};

export type TestServer = {
  readonly server: RunningServer;
  readonly url: string;
  /** As the owner of the database, like the node. */
  readonly databaseUrl: string;
  /** As a superuser, for what an operator does with the server. */
  readonly superuserUrl: string;
  /** The organization at the root domain. */
  readonly realmId: number;
  /** Adds a user to the root organization, or to another one. */
  user(spec?: Partial<NewUser> & { realmId?: number; host?: string }): Promise<TestUser>;
  /** The user with a new key, as after a log-in. */
  logIn(user: TestUser): Promise<TestUser>;
  realm(subdomain: string): Promise<number>;
  /** Ends the server (the database stays) and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const EXTERNAL_HOST = 'parley.test';

/** A whole server on a database of its own. */
export async function startTestServer(
  change: (config: Config) => Config = (config) => config,
  postgres?: string,
  held: Parameters<typeof startServer>[1] = {},
): Promise<TestServer> {
  const database = await createTestDatabase(postgres);
  const files = await mkdtemp(path.join(tmpdir(), 'parley-files-'));
  const config = change(
    readConfig({
      PARLEY_DATABASE_URL: database.url,
      ...TEST_DATABASE_SETTINGS,
      PARLEY_SECRET: 'a secret for tests that is long enough',
      PARLEY_EXTERNAL_HOST: EXTERNAL_HOST,
      PARLEY_URL_SCHEME: 'http',
      PARLEY_PORT: '0',
      PARLEY_LOG_LEVEL: 'error',
      PARLEY_RATE_LIMITS: 'false',
      PARLEY_FILES: files,
      // Pages of visitors are the server's own, whether the client is built or not.
      PARLEY_WEB: 'off',
    }),
  );
  let server = await startServer(config, held);
  const port = Number(new URL(server.url).port);
  const realmId = await createRealm(server.world.pool, { subdomain: '', name: 'Root' });
  let count = 0;
  const withKey = (
    { id, realmId: where, email }: Pick<TestUser, 'id' | 'realmId' | 'email'>,
    apiKey: string,
    host?: string,
  ): TestUser => {
    const connection = createConnection({
      url: server.url,
      credentials: { email, apiKey },
      onAnswer: checkWire,
      ...(host === undefined ? {} : { fetch: fetchAt(host) }),
    });
    return { id, realmId: where, email, apiKey, connection };
  };
  return {
    get server() {
      return server;
    },
    url: server.url,
    databaseUrl: database.url,
    superuserUrl: database.superuserUrl,
    realmId,
    user: async ({ realmId: where = realmId, host, ...spec } = {}) => {
      count += 1;
      const role: Role = spec.role ?? 400;
      const made = await server.world.write(where, (tx) =>
        createUserWithKey(tx, server.world, {
          email: `user${count}@example.com`,
          fullName: `User ${count}`,
          ...spec,
          role,
        }),
      );
      return withKey(
        { id: made.user.id, realmId: where, email: made.user.delivery_email },
        made.apiKey,
        host,
      );
    },
    logIn: async (user) => {
      const apiKey = await server.world.write(user.realmId, (tx) =>
        beginKey(tx, { id: user.id, password_hash: null }, { name: 'test' }),
      );
      return withKey(user, apiKey);
    },
    realm: (subdomain) => createRealm(server.world.pool, { subdomain, name: `Realm ${subdomain}` }),
    restart: async () => {
      await server.stop();
      // Lets the SDK's connection pool notice that its sockets were closed.
      await new Promise((resolve) => setTimeout(resolve, 50));
      server = await startServer({ ...config, listen: { ...config.listen, port } }, held);
    },
    stop: async () => {
      await server.stop();
      await database.drop();
      await rm(files, { recursive: true, force: true });
    },
  };
}
