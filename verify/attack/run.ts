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
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const quietCount = bystander.times.length;
    bystander.harm();
    const outcomes: Outcome[] = [];
    const chosen = selected(isShort, only);
    const attackAll = async (waiting: Iterator<readonly [string, Attack]>): Promise<void> => {
      for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
        const [area, attack] = next.value;
        const number = 1 + chosen.findIndex(([, other]) => other === attack);
        const outcome = await attempt(area, attack, opened, number, () => bystander.harm());
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
  { name, success, attempt: run }: Attack,
  opened: OpenedStage,
  number: number,
  harm: () => string | undefined,
): Promise<Outcome> {
  const begun = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve('the attack did not end in time');
    }, ATTACK_LIMIT_MS);
  });
  const direct = await Promise.race([run(opened.stageOf(number)), limit]).catch(
    (error: unknown) => `the attack failed: ${String(error)}`,
  );
  clearTimeout(timer);
  const fault = opened.node.fault();
  if (fault !== undefined) await opened.node.restart();
  const evidence = fault ?? direct ?? harm();
  return { area, name, success, evidence, milliseconds: performance.now() - begun };
}
