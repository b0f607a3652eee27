import { get, post } from '../day/requests.ts';
import { LightWire, type LightAnswer } from './light-wire.ts';
import { registerRequest } from './register.ts';

export type Morning = {
  readonly port: number;
  /** Who they are, as lines of a request. */
  readonly users: readonly string[];
  /** Seconds in which they come; 0: all at once. */
  readonly within: number;
  /** What a program asks for the presence of others with. */
  readonly lastUpdateId: number;
};
export type Arrivals = {
  /** Until the last had registered, read and reported. */
  readonly seconds: number;
  readonly refused: number;
  readonly failed: number;
  readonly problem: string;
  /** Milliseconds, from coming until there was a queue, with all waiting. */
  readonly untilIn: readonly number[];
  /** Milliseconds of the request that was let in. */
  readonly registers: readonly number[];
  readonly bytes: number;
};

const untilIn: number[] = [];
const registers: number[] = [];
let bytes = 0;
let refused = 0;
let failed = 0;
let problem = '';
let isOver = false;

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function note(what: string, { status, end }: LightAnswer): boolean {
  if (status === 200) return true;
  failed += 1;
  problem ||= `${what}: ${status} ${end.slice(0, 200)}`;
  return false;
}

/** Whoever is refused comes back when the server says so. */
const RETRY_WITHOUT_WORD_SECONDS = 2;

async function register(open: () => LightWire, headers: string): Promise<LightAnswer> {
  for (;;) {
    const from = performance.now();
    const answer = await open().ask(registerRequest(headers));
    if (answer.status === 200) {
      registers.push(performance.now() - from);
      bytes += answer.bytes;
      return answer;
    }
    if (answer.status === 503 || answer.status === 429) refused += 1;
    else note('register', answer);
    const seconds = /^retry-after: *([\d.]+)/im.exec(answer.head)?.[1] ?? RETRY_WITHOUT_WORD_SECONDS;
    await wait(Number(seconds) * 1_000);
  }
}

async function arrive({ port, lastUpdateId }: Morning, headers: string): Promise<void> {
  const from = performance.now();
  let wire = new LightWire(port);
  const open = (): LightWire => (wire.isOpen ? wire : (wire = new LightWire(port)));
  const { end } = await register(open, headers);
  untilIn.push(performance.now() - from);
  const queueId = /"queue_id":"([^"]+)"/.exec(end)?.[1] ?? '';
  const last = Number(/"last_event_id":(-?\d+)/.exec(end)?.[1] ?? -1);
  note(
    'messages',
    await open().ask(get('/messages?anchor=first_unread&num_before=50&num_after=50', headers)),
  );
  const fields = { status: 'active', last_update_id: String(lastUpdateId) };
  note('presence', await open().ask(post('/users/me/presence', fields, headers)));
  void listen(open, headers, queueId, last);
}

async function listen(open: () => LightWire, headers: string, queueId: string, from: number): Promise<void> {
  let last = from;
  while (!isOver) {
    const answer = await open().ask(get(`/events?queue_id=${queueId}&last_event_id=${last}`, headers));
    if (isOver) return;
    if (!note('events', answer)) return;
    // Ids of events are far larger than those of anything else.
    for (const [, id] of answer.end.matchAll(/"id":(\d+)/g)) last = Math.max(last, Number(id));
  }
}

async function come(morning: Morning): Promise<Arrivals> {
  const { users, within } = morning;
  const from = performance.now();
  await Promise.all(
    users.map(async (headers) => {
      await wait(Math.random() * within * 1_000);
      await arrive(morning, headers);
    }),
  );
  isOver = true;
  return {
    seconds: (performance.now() - from) / 1_000,
    refused,
    failed,
    problem,
    untilIn,
    registers,
    bytes: bytes / users.length,
  };
}

process.on('message', (morning: Morning) => {
  void come(morning).then((arrivals) => process.send?.(arrivals, () => process.exit(0)));
});
