import { setTimeout as pause } from 'node:timers/promises';
import type { Somebody } from '../../cluster/organization.ts';
import { Wire, type Answer } from '@parley/test-support/process/wire.ts';

/** A queue that is polled with as little effort as possible, so that thousands fit into one process. */
export type LightQueue = {
  readonly somebody: Somebody;
  readonly queueId: string;
  lastEventId: number;
  /** Messages in the order in which they were heard, and when. */
  readonly heard: { readonly id: number; readonly at: number }[];
  /** Polls that were not answered with 200. */
  readonly failures: string[];
  answers: number;
};

const idle: Wire[] = [];
const wires = new Set<Wire>();

/** One request; status 0 when no answer came. */
export function ask(
  url: string,
  somebody: Somebody,
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
  return askOnWire(url, `${method} ${target} HTTP/1.1\r\n${headOf(url, somebody)}${more.join('')}${body}`);
}

function headOf(url: string, { email, apiKey }: Somebody): string {
  return `host: ${new URL(url).host}\r\nauthorization: Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}\r\n`;
}

/** Over a connection that is free. */
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

export async function registerLightly(url: string, somebody: Somebody): Promise<LightQueue> {
  const { status, body } = await ask(url, somebody, 'POST', '/register', {
    event_types: '["message"]',
    fetch_event_types: '[]',
    apply_markdown: 'false',
  });
  if (status !== 200) throw new Error(`A queue could not be registered: ${status} ${body}`);
  const { queue_id: queueId, last_event_id: lastEventId } = JSON.parse(body) as {
    queue_id: string;
    last_event_id: number;
  };
  return { somebody, queueId, lastEventId, heard: [], failures: [], answers: 0 };
}

/** Polls on and on until the signal; after a failure it comes back a moment later. */
export async function pollLightly(url: string, queue: LightQueue, over: AbortSignal): Promise<void> {
  const head = headOf(url, queue.somebody);
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
      if (message !== undefined) queue.heard.push({ id: message.id, at: performance.now() });
    }
  }
}

/** Says something; answers its id, or undefined when the answer was not 200. */
export async function sayLightly(
  url: string,
  somebody: Somebody,
  channelId: number,
  content: string,
): Promise<{ readonly id: number | undefined; readonly status: number; readonly body: string }> {
  const fields = { type: 'channel', to: String(channelId), topic: 'proof', content };
  const answer = await ask(url, somebody, 'POST', '/messages', fields, { 'idempotency-key': content });
  const id = answer.status === 200 ? (JSON.parse(answer.body) as { id: number }).id : undefined;
  return { id, ...answer };
}

/** Ends the connections that still wait. */
export function hangUp(): void {
  for (const wire of wires) wire.close();
}
