import { type Client, createClient } from '@parley/client/client.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createFirstChannels } from '@parley/server/organization/realm/first-channels.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { layGround } from '@parley/test-support/process/ground.ts';
import { type ServerProcess, startServerProcess } from '@parley/test-support/process/server-process.ts';

export type Account = {
  readonly id: number;
  readonly url: string;
  readonly email: string;
  readonly apiKey: string;
  readonly client: Client;
};

/** A server process with two organizations, each at its own address. */
export type CheckServer = {
  readonly here: Organization;
  readonly there: Organization;
  /** Kills the server with SIGKILL and starts another on the same port. */
  crash(): Promise<void>;
  clear(): Promise<void>;
};

export type Organization = {
  readonly url: string;
  user(name: string, spec?: { role?: Role; password?: string }): Promise<Account>;
  bot(name: string, owner: Account): Promise<Account>;
};

export async function startCheckServer(): Promise<CheckServer> {
  const { environment, world, clear } = await layGround();
  const port = await freePort();
  const hosts = { PARLEY_REALM_HOSTS: JSON.stringify({ there: `localhost:${port}` }) };
  const start = (): Promise<ServerProcess> => startServerProcess({ ...environment, ...hosts }, port);

  const organization = async (subdomain: string, url: string): Promise<Organization> => {
    const realmId = await createRealm(world.pool, { subdomain, name: `Organization ${subdomain}` });
    await world.write(realmId, createFirstChannels);
    const add = async (
      name: string,
      role: Role,
      more: { passwordHash?: string; bot?: { type: number; ownerId: number } },
    ): Promise<Account> => {
      const made = await world.write(realmId, (tx) =>
        createUserWithKey(tx, world, { email: addressOf(name), fullName: name, role, ...more }),
      );
      const { delivery_email: email, id } = made.user;
      const { apiKey } = made;
      return {
        id,
        url,
        email,
        apiKey,
        client: createClient({
          url,
          email,
          apiKey,
          patienceMilliseconds: Infinity,
          backoff: HURRIED,
          onTrouble: () => undefined,
        }),
      };
    };
    return {
      url,
      user: async (name, { role = 400, password } = {}) =>
        add(name, role, password === undefined ? {} : { passwordHash: await hashPassword(password) }),
      bot: (name, owner) => add(name, 400, { bot: { type: 1, ownerId: owner.id } }),
    };
  };

  const here = await organization('', `http://127.0.0.1:${port}`);
  const there = await organization('there', `http://localhost:${port}`);
  let server = await start();
  return {
    here,
    there,
    crash: async () => {
      await server.kill();
      server = await start();
    },
    clear: async () => {
      await server.terminate();
      await clear();
    },
  };
}

/** Shorter backoff than the default, so that checks are quick. */
const HURRIED = { baseMilliseconds: 100, capMilliseconds: 500 };

function addressOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '-')}@example.org`;
}
