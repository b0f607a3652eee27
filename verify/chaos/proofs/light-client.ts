import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterUser } from '../../cluster/organization.ts';
import { Wire, type Answer } from '@parley/test-support/process/wire.ts';

/** A queue that is polled at minimal cost, so that thousands fit into one process. */
export type LightQueue = {
  readonly user: ClusterUser;
  readonly queueId: string;
  lastEventId: number;
  /** Messages in the order of receipt, with times. */
  readonly received: { readonly id: number; readonly at: number }[];
  /** Polls with another status than 200. */
  readonly failures: string[];
  answers: number;
};

const idle: Wire[] = [];
const wires = new Set<Wire>();

/** Sends one request; status 0 means no response. */
export function request(
  url: string,
  user: ClusterUser,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = new URLSearchParams(fields).toString();
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const body =
    method === 'GET'
      ? '\r\n'
      : `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${form.length}\r\n\r\n${form}`;
  const target = `/api/v1${path}${method === 'GET' ? `?${form}` : ''}`;
  return askOnWire(url, `${method} ${target} HTTP/1.1\r\n${headOf(url, user)}${more.join('')}${body}`);
}

function headOf(url: string, { email, apiKey }: ClusterUser): string {
  return `host: ${new URL(url).host}\r\nauthorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}\r\n`;
}

/** Uses an idle connection or opens one. */
async function askOnWire(url: string, request: string): Promise<Answer> {
  const wire = idle.pop() ?? openWire(url);
  const answer = await wire.ask(request);
  if (wire.isOpen) idle.push(wire);
  else wires.delete(wire);
  return answer;
}

function openWire(url: string): Wire {
  const { hostname, port } = new URL(url);
  const wire = new Wire(hostname, Number(port));
  wires.add(wire);
  return wire;
}

export async function registerLightly(url: string, user: ClusterUser): Promise<LightQueue> {
  const { status, body } = await request(url, user, 'POST', '/register', {
    event_types: '["message"]',
    fetch_event_types: '[]',
    apply_markdown: 'false',
  });
  if (status !== 200) throw new Error(`A queue could not be registered: ${status} ${body}`);
  const { queue_id: queueId, last_event_id: lastEventId } = JSON.parse(body) as {
    queue_id: string;
    last_event_id: number;
  };
  return { user, queueId, lastEventId, received: [], failures: [], answers: 0 };
}

/** Polls until the signal; retries after a short pause when a poll fails. */
export async function pollLightly(url: string, queue: LightQueue, over: AbortSignal): Promise<void> {
  const head = headOf(url, queue.user);
  while (!over.aborted) {
    const { status, body } = await askOnWire(
      url,
      `GET /api/v1/events?queue_id=${queue.queueId}&last_event_id=${queue.lastEventId} HTTP/1.1\r\n${head}\r\n`,
    );
    if (over.aborted) return;
    if (status !== 200) {
      queue.failures.push(`${status} ${body.slice(0, 200)}`);
      await pause(100 + Math.random() * 400);
      continue;
    }
    queue.answers += 1;
    const { events } = JSON.parse(body) as {
      events: { id: number; type: string; message?: { id: number } }[];
    };
    for (const { id, message } of events) {
      queue.lastEventId = id;
      if (message !== undefined) queue.received.push({ id: message.id, at: performance.now() });
    }
  }
}

/** Sends a message; returns its id, or undefined when the status is not 200. */
export async function sendLightly(
  url: string,
  user: ClusterUser,
  channelId: number,
  content: string,
): Promise<{ readonly id: number | undefined; readonly status: number; readonly body: string }> {
  const fields = { type: 'channel', to: String(channelId), topic: 'proof', content };
  const answer = await request(url, user, 'POST', '/messages', fields, { 'idempotency-key': content });
  const id = answer.status === 200 ? (JSON.parse(answer.body) as { id: number }).id : undefined;
  return { id, ...answer };
}

/** Closes all connections. */
export function hangUp(): void {
  for (const wire of wires) wire.close();
  wires.clear();
  idle.length = 0;
}
