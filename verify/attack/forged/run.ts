import { setTimeout as pause } from 'node:timers/promises';
import { attacksOn, honestRequest } from './forgeries.ts';
import type { ForgeryHole } from './planted-holes.ts';
import { type ForgedAnswer, type Exchange, openStage, type ForgeryStage } from './stage.ts';
import { targetsOf, type Target } from './targets.ts';

const MAX_TRIES = 4;
const RETRY_MS = 1_000;

export type ForgeryResult = {
  readonly targets: number;
  readonly attacks: number;
  readonly breaches: readonly string[];
  /** Honest requests that were refused. */
  readonly locked: readonly string[];
};

/** Sends every attack on every target to a server, which may have a planted hole, and then the honest requests. */
export async function run(hole?: ForgeryHole): Promise<ForgeryResult> {
  const stage = await openStage();
  try {
    const targets = hole === undefined ? targetsOf(stage) : sampleOf(targetsOf(stage));
    const breaches: string[] = [];
    let attacks = 0;
    const before = await stage.state();
    for (const target of targets) {
      const found = attacksOn(target, stage).map(async ([name, forged]) => {
        attacks += 1;
        const problem = breachOf(await send(stage, forged, hole));
        if (problem !== undefined) breaches.push(`${target.name}: ${name}: ${problem}`);
      });
      await Promise.all(found);
      // The first breach finds the planted hole.
      if (hole !== undefined && breaches.length > 0) break;
    }
    if (hole === undefined) {
      const after = await stage.state();
      if (after !== before) breaches.push(`something has changed: ${before} became ${after}`);
    }
    const locked = hole === undefined ? await tryHonestly(stage, targets) : [];
    return { targets: targets.length, attacks, breaches, locked };
  } finally {
    await stage.stop();
  }
}

/** One of so many operations is attacked to find a planted hole. */
const SAMPLE_EVERY = 10;

function sampleOf(targets: readonly Target[]): Target[] {
  return targets.filter(({ kind }, index) => kind !== 'operation' || index % SAMPLE_EVERY === 0);
}

function send(stage: ForgeryStage, exchange: Exchange, hole: ForgeryHole | undefined): Promise<ForgedAnswer> {
  return stage.send(hole === undefined ? exchange : hole(exchange, stage));
}

/** An attack fails with 401 or 403, sets no cookie, and gives its page no right to read the answer. */
function breachOf({ status, headers }: ForgedAnswer): string | undefined {
  if (status !== 401 && status !== 403) return `status ${status}`;
  if (headers['set-cookie'] !== undefined) return 'a cookie was set';
  return undefined;
}

/** Every honest request passes the door, each with a session of its own: some end it. */
async function tryHonestly(stage: ForgeryStage, targets: readonly Target[]): Promise<string[]> {
  const locked: string[] = [];
  for (const target of targets) {
    const isOfVictim = target.kind === 'file' || target.kind === 'stream';
    const cookie = isOfVictim ? stage.cookies.valid : await stage.freshCookie();
    const { status, headers } = await sendHonestly(stage, honestRequest(target, cookie));
    if (status === 401 || status === 403 || status >= 500) locked.push(`${target.name}: status ${status}`);
    if (isOfVictim && status >= 400) locked.push(`${target.name}: status ${status}`);
    if (headers['access-control-allow-origin'] !== undefined)
      locked.push(`${target.name}: allows other origins to read`);
  }
  return locked;
}

/** A picture that is made too slowly on a busy machine is made again. */
async function sendHonestly(stage: ForgeryStage, exchange: Exchange): Promise<ForgedAnswer> {
  let answer = await stage.send(exchange);
  for (let n = 1; n < MAX_TRIES && answer.status === 404; n += 1) {
    await pause(RETRY_MS);
    answer = await stage.send(exchange);
  }
  return answer;
}
