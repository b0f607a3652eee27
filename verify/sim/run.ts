import { createHash, type Hash } from 'node:crypto';
import type { WireEvent } from '@parley/contract/events.ts';
import { follow } from '@parley/client/event-loop.ts';
import { sendOnce } from '@parley/client/send-once.ts';
import { ApiError } from '@parley/client/connection.ts';
import { checkHistory, type History } from './check.ts';
import { Database } from './database.ts';
import { followForgetfully } from './forgetful-client.ts';
import { createNetwork } from './network.ts';
import { SimNode } from './node.ts';
import type { Planted } from './planted-mistakes.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { Scheduler } from './scheduler.ts';
import { Session } from './session.ts';

export type Outcome = {
  readonly violations: readonly string[];
  readonly trace: string;
  readonly faults: number;
  readonly acknowledged: number;
  readonly deliveries: number;
};

const NODES = 3;
const USERS = [1, 2, 3];
const CHANNELS = [1, 2];
const ACTIVE_MS = 4_000;
/** Long enough for every backoff to end and every queue to catch up. */
const HEALED_MS = 5_000;
const BACKOFF = { baseMilliseconds: 100, capMilliseconds: 1_000 };

/** Every run throws thousands of expected errors, whose stack traces cost time. */
Error.stackTraceLimit = 0;

/** Simulates one history: users send, listen, join and leave under faults; then all faults heal and it is checked. */
export async function run(seed: number, planted?: Planted): Promise<Outcome> {
  const chance = seeded(seed);
  const random = (): number => chance.next();
  const scheduler = new Scheduler();
  const database = new Database(scheduler, random, planted);
  const history: History = { database, clients: [], sends: [], warnings: [] };
  const hash = createHash('sha256');
  const stop = new AbortController();
  const operator = new Session(database);
  const world = { random, scheduler, database, operator, history, planted, hash, stop: stop.signal };

  const nodes = startNodes(world);
  let loss = 0;
  let faults = 0;
  const connectionOf = (userId: number, register: () => string) =>
    createNetwork(
      scheduler,
      random,
      () => nodes.list,
      () => loss,
      async (node, operation, args, key, gone) => {
        switch (operation) {
          case 'register-queue': {
            const record = await node.register(register(), userId);
            return { queue_id: record.id, last_event_id: record.fromPosition * 100_000 };
          }
          case 'get-events': {
            const events = await node.poll(
              userId,
              String(args['queue_id']),
              Number(args['last_event_id']),
              gone,
              args['rewind'] === true,
            );
            return { events: events.map(({ json }) => JSON.parse(json) as WireEvent) };
          }
          case 'send-message': {
            const { to, content } = args as { to: number; content: string };
            const id = await node.send(userId, to, content, key);
            if (id === 'refused')
              throw new ApiError({
                status: 400,
                headers: new Headers(),
                body: { msg: 'no', code: 'BAD_REQUEST' },
              });
            return { id };
          }
          default:
            return {};
        }
      },
    );

  for (const user of USERS)
    for (const channel of CHANNELS)
      if (random() < 0.75) await during(scheduler, operator.changeSubscription(user, channel, true));

  let queueNumber = 0;
  const nextQueue = (): string => `queue-${(queueNumber += 1)}`;
  for (const user of USERS) void listen(world, user, connectionOf(user, nextQueue));
  void listen(world, 1, connectionOf(1, nextQueue));
  void followForgetfully(world, 2, connectionOf(2, nextQueue));
  for (const user of USERS) void talk(world, user, connectionOf(user, nextQueue));

  const nemesis = async (): Promise<void> => {
    while (scheduler.now < ACTIVE_MS) {
      await scheduler.sleep(50 + random() * 900);
      faults += 1;
      const choice = random();
      if (choice < 0.35) nodes.kill();
      else if (choice < 0.42) nodes.startAll();
      else if (choice < 0.5) loseTail(world);
      else if (choice < 0.65) {
        database.isUp = false;
        scheduler.after(50 + random() * 800, () => {
          database.isUp = true;
        });
      } else if (choice < 0.8) nodes.lossyBus = !nodes.lossyBus;
      else loss = random() < 0.5 ? 0 : random() * 0.3;
      hash.update(`fault ${choice.toFixed(3)} ${scheduler.now.toFixed(1)};`);
    }
    loss = 0;
    nodes.lossyBus = planted === 'trusting the bus';
    database.isUp = true;
    nodes.startAll();
  };
  void nemesis();
  void shuffle(world);

  await scheduler.runUntil(ACTIVE_MS + HEALED_MS);
  stop.abort();
  await scheduler.runUntil(scheduler.now + 500);
  for (const node of nodes.list) node.die();
  const violations = checkHistory(history);
  return {
    violations,
    trace: hash.digest('hex').slice(0, 16),
    faults,
    acknowledged: history.sends.filter(({ acknowledged }) => acknowledged !== undefined).length,
    deliveries: history.clients.reduce((sum, { events }) => sum + events.length, 0),
  };
}

type World = {
  readonly random: () => number;
  readonly scheduler: Scheduler;
  readonly database: Database;
  readonly operator: Session;
  readonly history: History;
  readonly planted: Planted | undefined;
  readonly hash: Hash;
  readonly stop: AbortSignal;
};

/** A standby stops receiving, and takes the place of the server some time later. */
function loseTail({ database, scheduler, random }: World): void {
  database.cutStandby();
  scheduler.after(20 + random() * 600, () => {
    database.promoteStandby();
    database.isUp = false;
    scheduler.after(10 + random() * 300, () => {
      database.isUp = true;
    });
  });
}

async function during<T>(scheduler: Scheduler, work: Promise<T>): Promise<T> {
  let isOver = false;
  const watched = work.finally(() => {
    isOver = true;
  });
  while (!isOver) await scheduler.runUntil(scheduler.now + 50);
  return watched;
}

function startNodes({ random, scheduler, database, history, planted }: World) {
  const list: SimNode[] = [];
  const nodes = {
    list,
    lossyBus: planted === 'trusting the bus',
    start: (place: number): void => {
      const node: SimNode = new SimNode({
        database,
        scheduler,
        random,
        planted,
        broadcast: (head) => {
          for (const other of list) {
            if (other === node || (nodes.lossyBus && random() < 0.6)) continue;
            scheduler.after(random() * 20, () => other.wokenUp(head));
          }
        },
        onWarning: (error) => history.warnings.push(error),
      });
      list[place] = node;
    },
    startAll: (): void => {
      for (const [place, node] of list.entries()) if (!node.isAlive) nodes.start(place);
    },
    kill: (): void => {
      const living = list.filter((node) => node.isAlive);
      const victim = living[Math.floor(random() * living.length)];
      victim?.die();
      const place = list.indexOf(victim as SimNode);
      scheduler.after(100 + random() * 1_500, () => {
        if (list[place]?.isAlive === false) nodes.start(place);
      });
    },
  };
  for (let place = 0; place < NODES; place += 1) nodes.start(place);
  return nodes;
}

/** Follows a queue with the SDK's own loop. */
async function listen(
  { random, scheduler, history, hash, stop }: World,
  userId: number,
  connection: ReturnType<typeof createNetwork>,
): Promise<void> {
  await scheduler.sleep(random() * 800);
  const client: History['clients'][number] = { userId, snapshots: [], events: [] };
  history.clients.push(client);
  const clock = { after: scheduler.after };
  for await (const news of follow(connection, { clock, random, signal: stop, backoff: BACKOFF })) {
    if (news.kind === 'snapshot')
      client.snapshots.push({
        queueId: news.state.queue_id,
        from: news.state.last_event_id / 100_000,
        start: client.events.length,
      });
    else if (news.event.type === 'message') {
      client.events.push(news.event.message.id);
      hash.update(`${userId} ${news.event.id};`);
      // Some clients are slow.
      if (random() < 0.1) await scheduler.sleep(random() * 1_000);
    }
  }
}

async function talk(
  { random, scheduler, history, hash, stop }: World,
  userId: number,
  connection: ReturnType<typeof createNetwork>,
): Promise<void> {
  for (let n = 1; scheduler.now < ACTIVE_MS; n += 1) {
    await scheduler.sleep(random() * 900);
    const key = `user ${userId} send ${n}`;
    const channel = CHANNELS[Math.floor(random() * CHANNELS.length)] ?? 1;
    const send: History['sends'][number] = { userId, key, acknowledged: undefined };
    history.sends.push(send);
    try {
      const clock = { after: scheduler.after };
      const { id } = await sendOnce(
        connection,
        { type: 'channel', to: channel, topic: 'topic', content: key },
        { key, clock, random, signal: stop, backoff: BACKOFF },
      );
      send.acknowledged = id;
      hash.update(`sent ${id};`);
    } catch (error) {
      if (!(error instanceof ApiError) && !stop.aborted) throw error;
    }
  }
}

/** Subscribes and unsubscribes users. */
async function shuffle({ random, scheduler, database, operator }: World): Promise<void> {
  while (scheduler.now < ACTIVE_MS) {
    await scheduler.sleep(random() * 900);
    const user = USERS[Math.floor(random() * USERS.length)] ?? 1;
    const channel = CHANNELS[Math.floor(random() * CHANNELS.length)] ?? 1;
    const isIn = database.isSubscribed(user, channel, database.head);
    await operator.changeSubscription(user, channel, !isIn).catch(() => {});
  }
}
