import { setTimeout as pause } from 'node:timers/promises';
import { faults, type Fault, type FaultTargets } from './faults.ts';

export type NemesisOptions = {
  readonly count: number;
  /** Progress of the run from 0 to 1, over which faults are spread; Infinity stops them. */
  readonly progress: () => number;
  readonly onFault: (line: string) => void;
};

const AT_ONCE = 2;

/** Injects faults in an order that a seed decides, at most two at once; returns when all are healed. */
export async function injectFaults(
  ground: FaultTargets,
  { count, progress, onFault }: NemesisOptions,
): Promise<Map<string, number>> {
  const { stage, random } = ground;
  const possible = faults.filter(({ isPossible }) => isPossible?.(stage) ?? true);
  for (const { name } of faults.filter((fault) => !possible.includes(fault)))
    onFault(`not possible here: ${name}`);
  const injected = new Map<string, number>();
  const busy = new Set<string>();
  const active = new Set<Promise<void>>();
  let deck: Fault[] = [];

  for (let n = 0; n < count; n += 1) {
    // Some faults come in pairs.
    if (!random.chance(0.3)) while (progress() < (n + 0.5) / (count + 1)) await pause(20);
    if (progress() === Infinity) break;
    while (active.size >= AT_ONCE) await Promise.race(active);
    if (deck.length === 0) deck = shuffled(possible, ground);
    const choice = deck.map((fault) => ({ fault, node: targetOf(fault, ground, busy) }));
    const chosen = choice.find(({ node }) => node !== undefined);
    if (chosen === undefined) {
      await Promise.race(active);
      n -= 1;
      continue;
    }
    const { fault, node = 0 } = chosen;
    deck = deck.filter((other) => other !== fault);
    const place = placeOf(fault, node);
    busy.add(place);
    injected.set(fault.name, (injected.get(fault.name) ?? 0) + 1);
    onFault(`${fault.name}${fault.on === 'node' ? ` (node ${node + 1})` : ''}`);
    const healed = fault
      .inject(ground, node)
      .catch((error: unknown) => ground.complain(`'${fault.name}' could not be healed: ${String(error)}`))
      .finally(() => {
        busy.delete(place);
        active.delete(healed);
      });
    active.add(healed);
  }
  await Promise.all(active);
  return injected;
}

function shuffled(list: readonly Fault[], { random }: FaultTargets): Fault[] {
  return list
    .map((fault) => ({ fault, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ fault }) => fault);
}

function placeOf({ on }: Fault, node: number): string {
  return on === 'node' ? `node ${node}` : on;
}

/** A node without another fault, or undefined. */
function targetOf(
  fault: Fault,
  { stage, random }: FaultTargets,
  busy: ReadonlySet<string>,
): number | undefined {
  if (fault.on !== 'node') return busy.has(placeOf(fault, 0)) ? undefined : 0;
  const free = stage.nodes.map((_, node) => node).filter((node) => !busy.has(`node ${node}`));
  return free.length === 0 ? undefined : random.pick(free);
}
