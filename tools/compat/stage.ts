import { sql } from '../../packages/server/src/db/sql.ts';
import { createPerson } from '../../packages/server/src/people/create-person.ts';
import { hashPassword } from '../../packages/server/src/people/password.ts';
import { createRealm } from '../../packages/server/src/realm/create-realm.ts';
import { freePort } from '../../packages/server/src/testing/own-postgres.ts';
import { hangUp, send, type Answer, type Request } from '../../tests/conformance/wire.ts';
import { layGround } from '../support/ground.ts';
import { startServerProcess } from '../support/server-process.ts';

export type Person = {
  readonly id: number;
  /** To log in with. */
  readonly email: string;
  /** Under which others know the person. */
  readonly address: string;
  readonly key: string;
};

/** A server process with people in it, and a way to ask it. */
export type Stage = {
  readonly url: string;
  readonly owner: Person;
  readonly ada: Person;
  readonly grace: Person;
  readonly ask: (method: string, path: string, request?: Request) => Promise<Answer>;
  /** The same, where anything but a success is an accident. */
  readonly must: (method: string, path: string, request?: Request) => Promise<Answer>;
};

export const PASSWORD = 'a perfectly fine Passw0rd of some length';

export const openStage = async (): Promise<{ stage: Stage; close: () => Promise<void> }> => {
  const { environment, world, clear } = await layGround();
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Root' });
  const passwordHash = await hashPassword(PASSWORD);
  const person = async (email: string, fullName: string, role: 100 | 400): Promise<Person> => {
    const made = await world.write(realmId, (tx) =>
      createPerson(tx, world, { email, fullName, role, passwordHash }),
    );
    const { id } = made.person;
    return { id, email, address: `user${id}@parley.test`, key: made.apiKey };
  };
  const owner = await person('owner@example.com', 'Olive Owner', 100);
  const ada = await person('ada@example.com', 'Ada', 400);
  const grace = await person('grace@example.com', 'Grace', 400);
  await world.pool.all(sql`update person set can_create_users = true where id = ${owner.id}`);
  const server = await startServerProcess(environment, await freePort());
  const ask: Stage['ask'] = (method, path, request = {}) =>
    send(server.url, method, path, { timeoutMs: 60_000, ...request });
  const stage: Stage = {
    url: server.url,
    owner,
    ada,
    grace,
    ask,
    must: async (method, path, request) => {
      const answer = await ask(method, path, request);
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer;
    },
  };
  return {
    stage,
    close: async () => {
      hangUp();
      await server.kill();
      await clear();
    },
  };
};
