import { connect, type Socket } from 'node:net';

export type Run = {
  readonly seconds: number;
  /** Requests per second; absent: as fast as responses arrive. */
  readonly rate?: number;
  /** Ends after every connection has sent all its requests this many times. */
  readonly turns?: number;
};
export type Summary = {
  readonly answered: number;
  readonly failed: number;
  /** First response that was not a success. */
  readonly problem?: string | undefined;
  readonly seconds: number;
  /** Mean size of a response with its headers. */
  readonly bytes: number;
  /** Milliseconds since the request was due. */
  readonly p50: number;
  readonly p99: number;
};

type Line = { readonly socket: Socket; readonly requests: readonly Buffer[]; next: number; since: number };

const lines: Line[] = [];
let answered: (line: Line, ok: boolean, text: string) => void = () => {};

async function open(port: number, texts: readonly (readonly string[])[]): Promise<void> {
  for (const own of texts) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    const line: Line = { socket, requests: own.map((text) => Buffer.from(text)), next: 0, since: 0 };
    let held = '';
    socket.on('data', (chunk: Buffer) => {
      held += chunk.toString('latin1');
      const end = held.indexOf('\r\n\r\n');
      if (end === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(held)?.[1] ?? 0);
      if (held.length < end + 4 + length) return;
      const answer = held;
      held = '';
      answered(line, answer.startsWith('HTTP/1.1 200'), answer);
    });
    lines.push(line);
  }
}

function send(line: Line, since: number): void {
  line.since = since;
  const request = line.requests[line.next % line.requests.length];
  line.next += 1;
  if (request !== undefined) line.socket.write(request);
}

function run({ seconds, rate, turns = 0 }: Run): Promise<Summary> {
  return new Promise((resolve) => {
    const times: number[] = [];
    const idle = [...lines];
    const due: number[] = [];
    let failed = 0;
    let bytes = 0;
    let problem: string | undefined;
    const start = performance.now();
    const end = start + seconds * 1_000;
    let planned = 0;
    const plan = (): void => {
      const now = Math.min(performance.now(), end);
      // The first is due at the start, and none at the end.
      const passed = (now - start) / 1_000;
      const wanted =
        rate === undefined ? 0 : Math.min(Math.floor(passed * rate) + 1, Math.ceil(seconds * rate));
      for (; planned < wanted; planned += 1) due.push(start + (planned / (rate ?? 1)) * 1_000);
      for (let line = idle.at(-1); line !== undefined && due.length > 0; line = idle.at(-1)) {
        idle.pop();
        send(line, due.shift() ?? now);
      }
      finishIfDone();
    };
    const timer = rate === undefined ? undefined : setInterval(plan, 1);
    answered = (line, ok, text) => {
      const now = performance.now();
      if (ok) {
        times.push(now - line.since);
        bytes += text.length;
      } else {
        failed += 1;
        problem ??= text;
      }
      if (rate === undefined && (now < end || line.next < turns * line.requests.length))
        return send(line, now);
      idle.push(line);
      if (due.length > 0) plan();
      else finishIfDone();
    };
    const finishIfDone = (): void => {
      const now = performance.now();
      if (now < end || due.length > 0 || idle.length < lines.length) return;
      clearInterval(timer);
      times.sort((a, b) => a - b);
      const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
      resolve({
        answered: times.length,
        failed,
        problem,
        seconds: (now - start) / 1_000,
        bytes: bytes / Math.max(1, times.length),
        p50: at(0.5),
        p99: at(0.99),
      });
    };
    if (rate === undefined) for (const line of idle.splice(0)) send(line, start);
  });
}

type Question = { kind: 'open'; port: number; lines: string[][] } | ({ kind: 'run' } & Run);

process.on('message', (question: Question) => {
  const work = question.kind === 'open' ? open(question.port, question.lines) : run(question);
  void work.then((answer) => process.send?.(answer ?? {}));
});
