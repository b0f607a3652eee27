import type { HookStage, OrganizationName } from './stage.ts';

/** The time from the response of a send to the arrival of its event, for events to receivers that work. */
export type Delays = Readonly<Record<OrganizationName, Distribution>>;

type Distribution = {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
};

/** Delays beside receivers that hang may exceed those beside receivers that work by this factor and time. */
const MAX_FACTOR = 1.5;
const MAX_EXCESS_MS = 200;

/** `sentAt` has the events of one phase of the run. */
export function delaysOf({ receivers, owners }: HookStage, sentAt: ReadonlyMap<number, number>[]): Delays {
  const of = (organization: OrganizationName): Distribution =>
    distributionOf(
      receivers.all
        .filter(({ manner, number }) => manner === 'works' && owners[number]?.organization === organization)
        .flatMap(({ number, arrivedAt }) =>
          Array.from(sentAt[number] ?? [], ([id, at]) => Math.max(0, (arrivedAt.get(id) ?? Infinity) - at)),
        ),
    );
  return { crowded: of('crowded'), quiet: of('quiet') };
}

function distributionOf(delays: readonly number[]): Distribution {
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), longest: at(1) };
}

/** Prints both measurements of each organization and returns what is wrong with the second. */
export function compareDelays(without: Delays, beside: Delays): string[] {
  return (['crowded', 'quiet'] as const).flatMap((organization) => {
    const limit = without[organization].p95 * MAX_FACTOR + MAX_EXCESS_MS;
    const { p95 } = beside[organization];
    console.log(`delays of receivers that work, in the ${organization} organization:`);
    console.log(`  while all receivers work:   ${textOf(without[organization])}`);
    console.log(
      `  while the others misbehave: ${textOf(beside[organization])}; at most ${limit.toFixed(0)} ms at p95`,
    );
    return p95 <= limit
      ? []
      : [
          `receivers that misbehave delay others in the ${organization} organization: p95 ${p95.toFixed(0)} ms instead of at most ${limit.toFixed(0)} ms`,
        ];
  });
}

function textOf({ count, p50, p95, longest }: Distribution): string {
  return `${count} events, p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`;
}
