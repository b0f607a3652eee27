import { setTimeout as pause } from 'node:timers/promises';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { ApiError, type Connection } from '@parley/client/connection.ts';
import { follow } from '@parley/client/event-loop.ts';
import { sendOnce } from '@parley/client/send-once.ts';
import type { Channel, Organization, ClusterUser } from '../cluster/organization.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import type { History, Listener, Move, Send } from './history.ts';

/** State that all clients of a run share. */
export type ChaosClients = {
  readonly organization: Organization;
  readonly history: History;
  readonly random: Seeded;
  /** A user's own connection through the balancer. */
  readonly connect: (user: ClusterUser) => Connection;
  readonly attemptsOf: (key: string) => number;
  /** Stops sends and membership changes. */
  readonly enough: AbortSignal;
  /** Stops the listening clients. */
  readonly over: AbortSignal;
  readonly isSlow: (listener: number) => boolean;
  /** Channel memberships as the processes that change them know them. */
  readonly members: Map<number, Set<number>>;
};

/** Shorter than the default, so that a run of minutes has many reconnections. */
export const BACKOFF = { baseMilliseconds: 100, capMilliseconds: 2_000 };
export const THE_END = 'that was all';

/** Runs one SDK client with one queue; every second client uses streams. */
export async function listen(clients: ChaosClients, user: ClusterUser, number: number): Promise<void> {
  const { history, random, over } = clients;
  const listener: Listener = {
    userId: user.id,
    registrations: [],
    starts: [],
    messageIds: [],
    lastEventId: 0,
    hasHeardTheEnd: false,
  };
  history.listeners.push(listener);
  const register = { event_types: ['message'], apply_markdown: false };
  const stream = number % 2 === 0 ? 'auto' : 'never';
  const connection = clients.connect(user);
  for await (const news of follow(connection, { register, stream, signal: over, backoff: BACKOFF })) {
    if (news.kind === 'snapshot') {
      listener.registrations.push(news.state.last_event_id / 100_000);
      listener.starts.push(listener.messageIds.length);
      continue;
    }
    const { event } = news;
    if (event.id <= listener.lastEventId)
      history.complaints.push(`event ${event.id} came after ${listener.lastEventId}`);
    listener.lastEventId = event.id;
    if (event.type !== 'message') continue;
    const { id, content } = event.message;
    listener.messageIds.push(id);
    const known = history.texts.get(id);
    if (known === undefined) history.texts.set(id, content);
    else if (known !== content) history.complaints.push(`message ${id} is '${known}' and '${content}'`);
    if (content === THE_END) listener.hasHeardTheEnd = true;
    while (clients.isSlow(number) && !over.aborted) await pause(100);
    if (random.chance(0.002)) await pause(random.below(2_000));
  }
}

/** Sends until the target is reached: mostly to channels of the sender, sometimes to other channels or users. */
export async function sendUntilDone(
  clients: ChaosClients,
  user: ClusterUser,
  next: () => number | undefined,
  restMilliseconds: number,
): Promise<void> {
  const { history, random, enough } = clients;
  const connection = clients.connect(user);
  for (let number = next(); number !== undefined && !enough.aborted; number = next()) {
    await pause(random.next() * 2 * restMilliseconds);
    const key = `send ${number} of user ${user.id}`;
    const channel = channelFor(clients, user);
    const send: Send = {
      userId: user.id,
      key,
      channelId: channel?.id,
      from: performance.now(),
      until: undefined,
      ids: [],
      isRefused: false,
      attempts: 0,
    };
    history.sends.push(send);
    const friend = random.pick(clients.organization.users);
    const message =
      channel === undefined
        ? { type: 'direct' as const, to: [friend.id], content: key }
        : { type: 'channel' as const, to: channel.id, topic: 'news', content: key };
    const once = async (): Promise<void> => {
      const { id } = await sendOnce(connection, message, { key, signal: enough, backoff: BACKOFF });
      send.until ??= performance.now();
      send.ids.push(id);
    };
    // Occasionally two devices send the same message.
    const times = random.chance(0.03) ? 2 : 1;
    for (const { status, reason } of await settled(Array.from({ length: times }, once)))
      if (status === 'rejected' && !enough.aborted) {
        if (!(reason instanceof ApiError)) throw reason;
        send.isRefused = true;
      }
    send.attempts = clients.attemptsOf(key);
  }
}

async function settled(work: readonly Promise<void>[]): Promise<{ status: string; reason?: unknown }[]> {
  return Promise.allSettled(work);
}

function channelFor(
  { random, organization, members }: ChaosClients,
  { id }: ClusterUser,
): Channel | undefined {
  const { channels } = organization;
  if (random.chance(0.08)) return undefined;
  const own = channels.filter((channel) => members.get(channel.id)?.has(id));
  return own.length === 0 || random.chance(0.04) ? random.pick(channels) : random.pick(own);
}

/** Adds a user to a channel or removes them, as the administrator, with retries. */
export async function changeMembership(
  { history, members, over }: ChaosClients,
  connection: Connection,
  user: ClusterUser,
  channel: Channel,
  joins: boolean,
): Promise<void> {
  const done: Move = {
    userId: user.id,
    channelId: channel.id,
    joins,
    from: performance.now(),
    until: undefined,
    attempts: 0,
  };
  history.moves.push(done);
  if (!joins) members.get(channel.id)?.delete(user.id);
  while (done.until === undefined && !over.aborted) {
    done.attempts += 1;
    try {
      if (joins)
        await connection.call(subscribe, {
          subscriptions: [{ name: channel.name }],
          principals: [user.id],
          send_new_subscription_messages: false,
        });
      else await connection.call(unsubscribe, { subscriptions: [channel.name], principals: [user.id] });
      done.until = performance.now();
    } catch (error) {
      // The administrator may do this, so a refusal is a fault of the server.
      if (error instanceof ApiError && error.status < 500)
        history.complaints.push(`a change of membership was refused: ${error.message}`);
      await pause(200);
    }
  }
  if (!joins) return;
  const list = members.get(channel.id) ?? new Set();
  members.set(channel.id, list.add(user.id));
}

/** Users are in few channels, so that a message has few recipients. */
const MOST_CHANNELS = 3;

/** Changes memberships continuously. Each loop has its own users, so that no user is changed twice at once. */
export async function changeMemberships(
  clients: ChaosClients,
  users: readonly ClusterUser[],
  restMilliseconds: number,
): Promise<void> {
  const { random, organization, members, enough } = clients;
  const connection = clients.connect(organization.admin);
  while (!enough.aborted) {
    await pause(random.next() * 2 * restMilliseconds);
    if (enough.aborted) return;
    const user = random.pick(users);
    const own = organization.channels.filter(({ id }) => members.get(id)?.has(user.id));
    const channel = random.pick(own.length < MOST_CHANNELS ? organization.channels : own);
    await changeMembership(clients, connection, user, channel, !own.includes(channel));
  }
}
