import { setTimeout as pause } from 'node:timers/promises';
import { areas } from './areas.ts';
import { channelOf } from './areas/helpers.ts';
import type { Attack } from './attack.ts';
import { p99, startBystander } from './bystander.ts';
import type { PlantedHole } from './planted-holes.ts';
import { openStage, type OpenedStage } from './stage.ts';

export type Outcome = {
  readonly area: string;
  readonly name: string;
  readonly success: string;
  /** Undefined if the node withstood. */
  readonly evidence: string | undefined;
  /** Successes of earlier tries, which did not repeat. */
  readonly doubts: readonly string[];
  readonly milliseconds: number;
};

export type Result = {
  readonly outcomes: readonly Outcome[];
  /** 99 of 100 requests of the bystander were faster: alone, and while attacks ran. */
  readonly quietMs: number;
  readonly attackedMs: number;
};

export type Selection = { readonly isShort: boolean; readonly only?: string | undefined };

/** Time in which the bystander works alone first. */
const QUIET_MS = 3_000;
/** Time for one attack; one that takes longer counts as a success. */
const ATTACK_LIMIT_MS = 120_000;
/** Harm to the bystander, and slowness after a load, must repeat: a busy machine makes the node slow as well. */
const MAX_TRIES = 3;
/** Between two tries. */
const REST_MS = 2_000;
/** More than there are attacks. */
const STAGES_OF_A_TRY = 1_000;
/** Light attacks that run side by side in the short version; in the long one, harm has one cause. */
const SHORT_ATTACKERS = 4;
/** Areas whose attacks load the node. */
const HEAVY_AREAS = new Set(['exhaustion', 'processor', 'fair shares', 'mail']);
/** The address of the bystander, which no attack uses. */
const BYSTANDER_ADDRESS = '127.200.0.1';

/** Runs the selected attacks while a bystander works. */
export async function run(
  { isShort, only }: Selection,
  report: (outcome: Outcome) => void,
  hole?: PlantedHole,
): Promise<Result> {
  const opened = await openStage(hole);
  try {
    const stage = opened.stageOf(0);
    const account = await stage.account();
    const send = stage.from(BYSTANDER_ADDRESS);
    const bystander = startBystander(send, account, await channelOf(send, account, 'work of the bystander'));
    await pause(QUIET_MS);
    const quietCount = bystander.times.length;
    bystander.harm();
    const outcomes: Outcome[] = [];
    const chosen = selected(isShort, only);
    const maxTries = hole === undefined ? MAX_TRIES : 1;
    const attackAll = async (waiting: Iterator<readonly [string, Attack]>): Promise<void> => {
      for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
        const [area, attack] = next.value;
        const number = 1 + chosen.findIndex(([, other]) => other === attack);
        const outcome = await attempt(area, attack, opened, number, () => bystander.harm(), maxTries);
        outcomes.push(outcome);
        report(outcome);
      }
    };
    await attackAll(chosen.filter(isHeavy).values());
    const light = chosen.filter((one) => !isHeavy(one)).values();
    await Promise.all(Array.from({ length: isShort ? SHORT_ATTACKERS : 1 }, () => attackAll(light)));
    await bystander.stop();
    return {
      outcomes,
      quietMs: p99(bystander.times.slice(0, quietCount)),
      attackedMs: p99(bystander.times.slice(quietCount)),
    };
  } finally {
    await opened.close();
  }
}

function selected(isShort: boolean, only: string | undefined): [string, Attack][] {
  return Object.entries(areas)
    .flatMap(([area, attacks]) => attacks.map((attack): [string, Attack] => [area, attack]))
    .filter(([, { isLong }]) => !isShort || isLong !== true)
    .filter(([area, { name }]) => only === undefined || `${area}: ${name}`.includes(only));
}

function isHeavy([area]: readonly [string, Attack]): boolean {
  return HEAVY_AREAS.has(area);
}

async function attempt(
  area: string,
  attack: Attack,
  opened: OpenedStage,
  number: number,
  harm: () => string | undefined,
  maxTries: number,
): Promise<Outcome> {
  const begun = performance.now();
  const doubts: string[] = [];
  for (;;) {
    // Each try has an address of its own.
    const stage = opened.stageOf(number + doubts.length * STAGES_OF_A_TRY);
    const direct = await withinLimit(attack.attempt(stage));
    const fault = opened.node.fault();
    if (fault !== undefined) await opened.node.restart();
    const evidence = fault ?? direct ?? harm();
    // An attack that obtained something once has obtained it.
    const isDoubtful = fault === undefined && (direct === undefined || HEAVY_AREAS.has(area));
    if (evidence === undefined || !isDoubtful || doubts.length + 1 >= maxTries) {
      const { name, success } = attack;
      return { area, name, success, evidence, doubts, milliseconds: performance.now() - begun };
    }
    doubts.push(evidence);
    await pause(REST_MS);
    harm();
  }
}

/** The evidence of an attack; one that does not end counts as a success. */
async function withinLimit(attack: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve('the attack did not end in time');
    }, ATTACK_LIMIT_MS);
  });
  const evidence = await Promise.race([attack, limit]).catch(
    (error: unknown) => `the attack failed: ${String(error)}`,
  );
  clearTimeout(timer);
  return evidence;
}
