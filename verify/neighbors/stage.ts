import { freePort } from '@parley/test-support/free-port.ts';
import { layGround, type Ground } from '@parley/test-support/process/ground.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { createCaller, type Call, type Member } from './client.ts';

/** Members, a channel with messages and its newest messages; plain data, so that threads can receive it. */
export type Team = {
  readonly members: readonly Member[];
  readonly channelId: number;
  readonly messageIds: readonly number[];
};

export type Stage = {
  readonly server: ServerProcess;
  readonly url: string;
  /** The organization that works as usual. */
  readonly neighbor: Team;
  /** The organization that does everything at its limits. */
  readonly hostile: Team;
  clear(): Promise<void>;
};

/** Enough that a paced mix of requests stays below the rate limit of each member. */
const NEIGHBOR_MEMBERS = 40;
const HOSTILE_MEMBERS = 20;
const NEIGHBOR_MESSAGES = 200;

/** Starts a server process with two organizations and the usual rate limits. */
export async function openStage(postgresUrl: string | undefined, hostileMessages: number): Promise<Stage> {
  const ground = await layGround(postgresUrl);
  const server = await startServerProcess(
    { ...ground.environment, PARLEY_RATE_LIMITS: 'true' },
    await freePort(),
  );
  const { call, close } = createCaller(server.url);
  try {
    const neighbor = await createTeam(ground, call, 'neighbor', NEIGHBOR_MEMBERS, NEIGHBOR_MESSAGES);
    const hostile = await createTeam(ground, call, 'hostile', HOSTILE_MEMBERS, hostileMessages);
    return {
      server,
      url: server.url,
      neighbor,
      hostile,
      clear: async () => {
        await server.kill();
        await ground.clear();
      },
    };
  } finally {
    close();
  }
}

async function createTeam(
  { world }: Ground,
  call: Call,
  subdomain: string,
  memberCount: number,
  messageCount: number,
): Promise<Team> {
  const realmId = await createRealm(world.pool, { subdomain, name: `Organization ${subdomain}` });
  const members: Member[] = [];
  for (let n = 1; n <= memberCount; n += 1) {
    const { user, apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, {
        email: `user${n}@example.com`,
        fullName: `User ${n}`,
        role: n === 1 ? 100 : 400,
      }),
    );
    const authorization = `Basic ${btoa(`${user.delivery_email}:${apiKey}`)}`;
    members.push({ id: user.id, host: `${subdomain}.parley.test`, authorization });
  }
  const [owner] = members;
  if (owner === undefined) throw new Error('A team needs a member.');
  const ids = JSON.stringify(members.map(({ id }) => id));
  const created = await call(owner, {
    method: 'POST',
    path: '/channels/create',
    form: { name: 'general', subscribers: ids },
  });
  const { id: channelId } = JSON.parse(created.body) as { id: number };
  // The writer of the history has no rate limit.
  const setRateLimits = (limits: string) =>
    world.pool.all(sql`update realm_user set rate_limits = ${limits} where id = ${owner.id}`);
  await setRateLimits('1:1000000');
  const messageIds = await writeHistory(call, owner, channelId, messageCount);
  await setRateLimits('');
  return { members, channelId, messageIds };
}

const WRITERS = 32;

async function writeHistory(call: Call, writer: Member, channelId: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  let begun = 0;
  const write = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      const content = `Message ${begun} about the pipeline, the release and its ${begun % 97} open questions.`;
      const form = { type: 'stream', to: String(channelId), topic: `topic ${begun % 50}`, content };
      const { status, body } = await call(writer, { method: 'POST', path: '/messages', form });
      if (status !== 200) throw new Error(`A message of the history was refused: ${body}`);
      ids.push((JSON.parse(body) as { id: number }).id);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return ids.toSorted((a, b) => b - a);
}
