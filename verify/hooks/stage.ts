import { createServer } from 'node:http';
import { createConnection, type Connection } from '@parley/client/connection.ts';
import { createEventSubscription } from '@parley/contract/endpoints/event-subscriptions.ts';
import { createRealm } from '@parley/server/organization/realm/create-realm.ts';
import { createUserWithKey } from '@parley/server/organization/users/create-user.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { layGround, type Ground } from '@parley/test-support/process/ground.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { startReceivers, type HookReceivers } from './receivers.ts';

/** Receivers have an address of their own, so that the rest of the machine stays forbidden to the nodes. */
const RECEIVER_ADDRESS = '127.0.0.77';

/** A node that is killed and started again at the same port. */
export type HookNode = { readonly url: string; server: ServerProcess; killAndRestart(): Promise<void> };

export type Member = { readonly id: number; readonly connections: readonly Connection[] };

/** An organization with an owner of each receiver's subscription, on several nodes. */
export type HookStage = {
  readonly ground: Ground;
  readonly nodes: readonly HookNode[];
  readonly sender: Member;
  readonly owners: readonly Member[];
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
  const realmId = await createRealm(ground.world.pool, { subdomain: '', name: 'Hooks' });
  const addMember = memberMaker(ground, realmId, nodes);
  const sender = await addMember('sender');
  const owners: Member[] = [];
  for (const receiver of receivers.all) {
    const owner = await addMember(`owner-${receiver.number}`);
    const made = await owner.connections[0]?.call(createEventSubscription, {
      url: `${receivers.url}/${receiver.number}`,
      event_types: ['message'],
    });
    receiver.secret = made?.secret ?? '';
    owners.push(owner);
  }
  return {
    ground,
    nodes,
    sender,
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

function memberMaker({ world }: Ground, realmId: number, nodes: readonly HookNode[]) {
  return async (name: string): Promise<Member> => {
    const email = `${name}@example.com`;
    const { user, apiKey } = await world.write(realmId, (tx) =>
      createUserWithKey(tx, world, { email, fullName: name, role: 400 }),
    );
    const connections = nodes.map(({ url }) => createConnection({ url, credentials: { email, apiKey } }));
    return { id: user.id, connections };
  };
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
