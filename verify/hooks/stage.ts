import { createServer } from 'node:http';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { createEventSubscription } from '@parley/contract/endpoints/event-subscriptions.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { layGround, type Ground } from '@parley/test-support/process/ground.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { MANNERS, startReceivers, type HookReceivers } from './receivers.ts';

/** Receivers have an address of their own, so that the rest of the machine stays forbidden to the nodes. */
const RECEIVER_ADDRESS = '127.0.0.77';

/** A node that is killed and started again at the same port. */
export type HookNode = { readonly url: string; server: ServerProcess; killAndRestart(): Promise<void> };

export type Member = { readonly id: number; readonly connections: readonly Connection[] };

/** The owner of a receiver's subscription, and the user of the same organization who sends messages to the owner. */
export type Owner = Member & { readonly sender: Member; readonly organization: OrganizationName };

/** All receivers that misbehave, and most others, belong to `crowded`. A few that work belong to `quiet`. */
export type OrganizationName = 'crowded' | 'quiet';

/** One receiver of this many belongs to the quiet organization; a multiple of the number of manners picks one that works. */
const RECEIVERS_PER_QUIET_ONE = 2 * MANNERS.length;

/** Two organizations with an owner of each receiver's subscription, on several nodes. */
export type HookStage = {
  readonly ground: Ground;
  readonly nodes: readonly HookNode[];
  readonly owners: readonly Owner[];
  readonly receivers: HookReceivers;
  /** A server that no node may call, and the requests that it got. */
  readonly forbidden: { readonly port: number; requests(): number };
  stop(): Promise<void>;
};

export async function setStage(options: { nodes: number; receivers: number }): Promise<HookStage> {
  const ground = await layGround();
  const forbidden = await startForbidden();
  const receivers = await startReceivers(
    RECEIVER_ADDRESS,
    options.receivers,
    `http://127.0.0.1:${forbidden.port}/`,
  );
  const environment = { ...ground.environment, PARLEY_OUTBOUND_NETWORKS: RECEIVER_ADDRESS };
  const nodes: HookNode[] = [];
  for (let n = 0; n < options.nodes; n += 1) nodes.push(await startNode(environment));
  const owners = await addOwners(ground, nodes, receivers);
  return {
    ground,
    nodes,
    owners,
    receivers,
    forbidden,
    stop: async () => {
      for (const { server } of nodes) await server.terminate();
      receivers.stop();
      forbidden.stop();
      await ground.clear();
    },
  };
}

/** Creates the organizations and subscribes each receiver to the messages of an owner of its own. */
async function addOwners(
  ground: Ground,
  nodes: readonly HookNode[],
  receivers: HookReceivers,
): Promise<Owner[]> {
  const organizations = {
    crowded: await addOrganization(ground, nodes, 'crowded'),
    quiet: await addOrganization(ground, nodes, 'quiet'),
  };
  const owners: Owner[] = [];
  for (const receiver of receivers.all) {
    const organization = receiver.number % RECEIVERS_PER_QUIET_ONE === 0 ? 'quiet' : 'crowded';
    const { addMember, sender } = organizations[organization];
    const owner = await addMember(`owner-${receiver.number}`);
    const made = await owner.connections[0]?.call(createEventSubscription, {
      url: `${receivers.url}/${receiver.number}`,
      event_types: ['message'],
    });
    receiver.secret = made?.secret ?? '';
    owners.push({ ...owner, sender, organization });
  }
  return owners;
}

async function startNode(environment: Readonly<Record<string, string>>): Promise<HookNode> {
  const port = await freePort();
  const server = await startServerProcess(environment, port);
  const node: HookNode = {
    url: server.url,
    server,
    killAndRestart: async () => {
      await node.server.kill();
      node.server = await startServerProcess(environment, port);
    },
  };
  return node;
}

async function addOrganization(
  { world, environment }: Ground,
  nodes: readonly HookNode[],
  subdomain: OrganizationName,
) {
  const realmId = await createRealm(world.pool, { subdomain, name: subdomain });
  const fetch = fetchAt(`${subdomain}.${environment['PARLEY_EXTERNAL_HOST']}`);
  const addMember = async (name: string): Promise<Member> => {
    const email = `${name}@example.com`;
    const { user, apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, { email, fullName: name, role: 400 }),
    );
    const connections = nodes.map(({ url }) =>
      createConnection({ url, credentials: { email, apiKey }, fetch }),
    );
    return { id: user.id, connections };
  };
  return { addMember, sender: await addMember('sender') };
}

async function startForbidden() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    requests: () => requests,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
