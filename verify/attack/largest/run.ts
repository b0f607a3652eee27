import { p99, startBystander } from '../bystander.ts';
import { channelOf } from '../areas/helpers.ts';
import { openStage, OWNER } from '../stage.ts';
import { isAlive, layGround, type Ground } from './ground.ts';
import { headerTargets } from './headers.ts';
import { idleShareOf, measure, type Measured } from './measure.ts';
import { operationTargets, type LargestTarget } from './operations.ts';
import type { LargestRequest } from './request.ts';
import { mailTargets, withMails } from './mails.ts';
import { channelAddress } from '../areas/mail.ts';
import { webhookTargets } from './webhooks.ts';

/** Processor time of the main thread for one request: so long no other request is answered. */
const MAX_THREAD_MS = 50;
/** The short version runs beside others on slow machines. */
const SHORT_FACTOR = 4;

export type LargestResult = {
  readonly targets: number;
  readonly requests: number;
  /** The slowest request of each target, slowest first. */
  readonly worst: readonly Measured[];
  readonly failures: readonly string[];
  readonly quietMs: number;
  readonly attackedMs: number;
};

export type LargestSelection = { readonly isShort: boolean; readonly only?: string | undefined };

/** Time in which the bystander works alone first. */
const QUIET_MS = 30_000;

/** Sends the largest requests, one after the other, to a node without rate limits. */
export async function runLargest(
  { isShort, only }: LargestSelection,
  report: (failure: string) => void,
  environment: Readonly<Record<string, string>> = {},
): Promise<LargestResult> {
  const opened = await openStage({
    environment: { PARLEY_RATE_LIMITS: 'false', ...environment },
    attack: '',
  });
  const maxMs = MAX_THREAD_MS * (isShort ? SHORT_FACTOR : 1);
  try {
    const stage = opened.stageOf(0);
    const neighbor = await stage.account(OWNER);
    const channel = await channelOf(stage.send, neighbor, 'work of the bystander');
    const bystander = startBystander(stage.from('127.200.0.2'), neighbor, channel);
    if (!isShort) await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const quietCount = bystander.times.length;
    const idleShare = await idleShareOf(opened.node, bystander);
    let ground = await layGround(stage);
    const send = withMails(stage.send, stage.mailPort, await channelAddress(stage, neighbor));
    const worst = new Map<string, Measured>();
    const failures: string[] = [];
    let requests = 0;
    const chosen = targetsOf(ground).filter(({ name }) => only === undefined || name.includes(only));
    const targets = isShort ? chosen.filter(isInShort) : chosen;
    for (const [number, target] of targets.entries()) {
      for (const request of isShort ? oneOf(target, ground, number) : target.requests(ground)) {
        requests += 1;
        const measured = await measure(send, opened.node, request, maxMs, { bystander, idleShare });
        if (measured.threadMs >= (worst.get(target.name)?.threadMs ?? 0)) worst.set(target.name, measured);
        const fault = opened.node.fault() ?? faultOf(measured, maxMs);
        if (fault !== undefined) {
          failures.push(`${target.name}, ${request.what}: ${fault}`);
          report(failures.at(-1) ?? '');
        }
        if (opened.node.fault() !== undefined) await opened.node.restart();
        if (measured.status === 401 && !(await isAlive(stage.send, ground))) ground = await layGround(stage);
        // Larger ones would take still longer.
        if (fault !== undefined) break;
      }
    }
    await bystander.stop();
    return {
      targets: targets.length,
      requests,
      worst: [...worst.values()].toSorted((a, b) => b.threadMs - a.threadMs),
      failures,
      quietMs: p99(bystander.times.slice(0, quietCount)),
      attackedMs: p99(bystander.times.slice(quietCount)),
    };
  } finally {
    await opened.close();
  }
}

function targetsOf(ground: Ground): LargestTarget[] {
  const groups = {
    header: headerTargets(ground),
    webhook: webhookTargets(),
    mail: mailTargets(),
    operation: operationTargets(),
  };
  return Object.entries(groups).flatMap(([group, targets]) =>
    targets.map((target) => ({ ...target, name: `${group}: ${target.name}` })),
  );
}

/** Share of the targets that the short version tries. */
const SHORT_EVERY = 5;

function isInShort({ name }: LargestTarget, number: number): boolean {
  return number % SHORT_EVERY === 0 && !/^(?:webhook|mail):/.test(name);
}

/** The requests of a target take turns, by its number. */
function oneOf(target: LargestTarget, ground: Ground, number: number): LargestRequest[] {
  const all = [...target.requests(ground)];
  return all.slice(number % all.length).slice(0, 1);
}

function faultOf({ status, threadMs }: Measured, maxMs: number): string | undefined {
  if (threadMs > maxMs) return `${threadMs.toFixed(0)} ms of the main thread`;
  return status >= 500 && status !== 503 ? `status ${status}` : undefined;
}
