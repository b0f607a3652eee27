import { get, post } from '../day/requests.ts';
import { LightConnection, type LightResponse } from './light-connection.ts';
import { registerRequest } from './register.ts';

export type Morning = {
  readonly port: number;
  /** Request headers of each user. */
  readonly users: readonly string[];
  /** Seconds over which users arrive; 0: all at once. */
  readonly within: number;
  /** Presence version that clients report. */
  readonly lastUpdateId: number;
};
export type Arrivals = {
  /** Seconds until the last client has registered, fetched messages and reported presence. */
  readonly seconds: number;
  readonly refused: number;
  readonly failed: number;
  readonly problem: string;
  /** Milliseconds from arrival to registration, retries included. */
  readonly untilIn: readonly number[];
  /** Milliseconds of the request that succeeded. */
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

function note(what: string, { status, end }: LightResponse): boolean {
  if (status === 200) return true;
  failed += 1;
  problem ||= `${what}: ${status} ${end.slice(0, 200)}`;
  return false;
}

/** A refused client retries after the time that the server names. */
const RETRY_WITHOUT_WORD_SECONDS = 2;

async function register(open: () => LightConnection, headers: string): Promise<LightResponse> {
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
  let wire = new LightConnection(port);
  const open = (): LightConnection => (wire.isOpen ? wire : (wire = new LightConnection(port)));
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

async function listen(
  open: () => LightConnection,
  headers: string,
  queueId: string,
  from: number,
): Promise<void> {
  let last = from;
  while (!isOver) {
    const answer = await open().ask(get(`/events?queue_id=${queueId}&last_event_id=${last}`, headers));
    if (isOver) return;
    if (!note('events', answer)) return;
    // Event ids are far larger than all other ids in the response.
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
