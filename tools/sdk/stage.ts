import { createClient, type Client } from '@parley/client/client.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { createPerson } from '../../packages/server/src/people/create-person.ts';
import { hashPassword } from '../../packages/server/src/people/password.ts';
import { createRealm } from '../../packages/server/src/realm/create-realm.ts';
import { openFirstChannels } from '../../packages/server/src/realm/first-channels.ts';
import { freePort } from '../../packages/server/src/testing/own-postgres.ts';
import { layGround } from '../support/ground.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

export type Account = {
  readonly id: number;
  readonly url: string;
  readonly email: string;
  readonly apiKey: string;
  readonly client: Client;
};

/** A server in a process of its own with two organizations, each at an address of its own. */
export type Stage = {
  readonly here: Organization;
  readonly there: Organization;
  /** Kills the server as a crash would and starts another in its place. */
  crash(): Promise<void>;
  clear(): Promise<void>;
};

export type Organization = {
  readonly url: string;
  person(name: string, spec?: { role?: Role; password?: string }): Promise<Account>;
  bot(name: string, owner: Account): Promise<Account>;
};

export const buildStage = async (): Promise<Stage> => {
  const { environment, world, clear } = await layGround();
  const port = await freePort();
  const hosts = { PARLEY_REALM_HOSTS: JSON.stringify({ there: `localhost:${port}` }) };
  const start = (): Promise<ServerProcess> => startServerProcess({ ...environment, ...hosts }, port);

  const organization = async (subdomain: string, url: string): Promise<Organization> => {
    const realmId = await createRealm(world.pool, { subdomain, name: `Organization ${subdomain}` });
    await world.write(realmId, openFirstChannels);
    const add = async (
      name: string,
      role: Role,
      more: { passwordHash?: string; bot?: { type: number; ownerId: number } },
    ): Promise<Account> => {
      const made = await world.write(realmId, (tx) =>
        createPerson(tx, world, { email: addressOf(name), fullName: name, role, ...more }),
      );
      const { delivery_email: email, id } = made.person;
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
      person: async (name, { role = 400, password } = {}) =>
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
};

/** Whoever watches the check does not want to wait as politely as a client should. */
const HURRIED = { baseMilliseconds: 100, capMilliseconds: 500 };

const addressOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '-')}@example.org`;
