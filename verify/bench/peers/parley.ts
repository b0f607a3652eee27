import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { masked, openStream, upgradeRequest } from '../deliver/listeners.ts';
import type { BenchEnvironment } from '../support/bench-environment.ts';
import { makeOrganization } from '../support/organization.ts';
import { openConversation, type Conversation } from './conversation.ts';
import { MEMBERS, ROOMS, type Peer } from './peer.ts';

/** Parley: a channel for each room; members with a durable queue, which they read by WebSocket, send by the API. */
export async function startParley({ environment, world }: BenchEnvironment, round: number): Promise<Peer> {
  const port = await freePort();
  const server = await startServerProcess(environment, port);
  const { members } = await makeOrganization(world, server.url, {
    subdomain: `peers${round}`,
    members: ROOMS * MEMBERS,
    channels: 0,
  });
  for (let room = 0; room < ROOMS; room += 1) {
    const people = members.slice(room * MEMBERS, (room + 1) * MEMBERS);
    await people[0]?.connection.call(subscribe, {
      subscriptions: [{ name: `room ${room}` }],
      principals: people.map(({ id }) => id),
    });
  }
  return {
    name: 'Parley',
    pid: server.pid,
    echoes: true,
    join: async (room, place, listener) => {
      const member = members[room * MEMBERS + place];
      if (member === undefined) throw new Error(`Room ${room} has no place ${place}.`);
      const queue = await member.connection.call(registerQueue, { event_types: ['message'] });
      const path = `/api/v1/events/stream?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`;
      const stream = await openStream(port, upgradeRequest(path, member.headers), (frame) => {
        listener(frame);
        stream.write(masked(JSON.stringify({ last_event_id: lastIdIn(frame) })));
      });
      // Servers close connections on which nothing is asked.
      let requests: Promise<Conversation> | undefined;
      return {
        say: (text) => {
          requests ??= openConversation(port, refuseFailures);
          void requests.then(({ tell }) => tell(sendRequest(member.headers, `room ${room}`, text)));
        },
        leave: () => {
          stream.destroy();
          void requests?.then(({ close }) => close());
        },
      };
    },
    stop: async () => {
      await server.terminate();
    },
  };
}

function sendRequest(headers: string, channel: string, content: string): string {
  const body = new URLSearchParams({ type: 'channel', to: channel, topic: 'bench', content }).toString();
  return `POST /api/v1/messages HTTP/1.1\r\n${headers}content-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function refuseFailures(response: string): void {
  if (!response.startsWith('HTTP/1.1 200 ')) throw new Error(`A send was refused: ${response}`);
}

/** Found by its place, so that the client costs no more than those of the others. */
function lastIdIn(frame: string): number {
  return Number(/"id":(\d+)\}\]\}$/.exec(frame)?.[1] ?? 0);
}
