import { Wire } from '@parley/test-support/process/wire.ts';
import { get, post } from '../day/requests.ts';
import { registerRequest } from './register.ts';

/** Users with connected clients who send messages throughout the measurement. */
export type Bystanders = {
  readonly port: number;
  readonly users: readonly string[];
  /** Channel with all of them as subscribers. */
  readonly channel: number;
};

const EVERY_MS = 250;

let latencies: number[] = [];

async function listen(port: number, headers: string): Promise<void> {
  const wire = new Wire('127.0.0.1', port);
  const first = await wire.ask(registerRequest(headers, ['message']));
  const { queue_id: queueId, last_event_id: from } = JSON.parse(first.body) as {
    queue_id: string;
    last_event_id: number;
  };
  let last = from;
  void (async () => {
    for (;;) {
      const { status, body } = await wire.ask(
        get(`/events?queue_id=${queueId}&last_event_id=${last}`, headers),
      );
      if (status !== 200) return;
      const now = performance.timeOrigin + performance.now();
      const { events } = JSON.parse(body) as {
        events: { id: number; type: string; message?: { content: string } }[];
      };
      for (const event of events) {
        last = event.id;
        const sent = Number(/at (\d+\.\d)/.exec(event.message?.content ?? '')?.[1] ?? 0);
        if (sent > 0) latencies.push(now - sent);
      }
    }
  })();
}

async function talk({ port, users, channel }: Bystanders): Promise<void> {
  for (const headers of users) await listen(port, headers);
  const wires = users.map(() => new Wire('127.0.0.1', port));
  let turn = 0;
  setInterval(() => {
    turn += 1;
    const content = `at ${(performance.timeOrigin + performance.now()).toFixed(1)} somebody had something to say`;
    const fields = { type: 'channel', to: String(channel), topic: 'morning', content };
    const wire = wires[turn % wires.length];
    void wire?.ask(post('/messages', fields, users[turn % users.length] ?? ''));
  }, EVERY_MS);
}

process.on('message', (message: Bystanders | 'read') => {
  if (message === 'read') {
    process.send?.(latencies);
    latencies = [];
  } else void talk(message).then(() => process.send?.([]));
});
