import { median, spread } from '../support/figures.ts';
import type { WebStage } from './stage.ts';
import type { Work } from './visit.ts';

/** A row of the table. */
export type Row = {
  readonly what: string;
  readonly budget: string;
  readonly measured: string;
  readonly work?: Work;
  readonly bare?: string;
  readonly bareWork?: Work;
  /** Of wall times, where no work was counted. */
  readonly ratio?: number;
};

/** A build of the web client. Two builds of one run take turns. */
export type PageSide = { readonly name: string; readonly stage: WebStage };

export type Sample = { readonly ms: number; readonly work?: Work | undefined };

/** Samples of one measurement for one side. */
export type Samples = {
  readonly side: PageSide;
  readonly own: readonly Sample[];
  readonly bare: readonly Sample[];
};

/** Measures each side once in every round. */
export async function inTurns(
  sides: readonly PageSide[],
  rounds: number,
  measure: (side: PageSide) => Promise<{ readonly own: Sample; readonly bare: Sample | undefined }>,
): Promise<Samples[]> {
  const found = sides.map((side) => ({ side, own: [] as Sample[], bare: [] as Sample[] }));
  for (let n = 0; n < rounds; n += 1)
    for (const { side, own, bare } of found) {
      const one = await measure(side);
      own.push(one.own);
      if (one.bare !== undefined) bare.push(one.bare);
    }
  return found;
}

export function rowsOf(what: string, budget: string, samples: readonly Samples[]): Row[] {
  return samples.map(({ side, own, bare }) => {
    const [work, bareWork] = [medianWork(own), medianWork(bare)];
    const [times, bareTimes] = [own, bare].map((all) => all.map(({ ms }) => ms));
    const isTimed = bareTimes !== undefined && bareTimes.length > 0;
    return {
      what: named(what, side),
      budget,
      measured: spread(times ?? []),
      ...(work === undefined ? {} : { work }),
      ...(isTimed ? { bare: spread(bareTimes), ratio: median(times ?? []) / median(bareTimes) } : {}),
      ...(bareWork === undefined ? {} : { bareWork }),
    };
  });
}

export function named(what: string, { name }: PageSide): string {
  return name === '' ? what : `${what}, ${name}`;
}

function medianWork(samples: readonly Sample[]): Work | undefined {
  const works = samples.flatMap(({ work }) => work ?? []);
  if (works.length === 0) return undefined;
  const of = (name: keyof Work): number => median(works.map((work) => work[name]));
  return { busy: of('busy'), script: of('script'), style: of('style'), layout: of('layout') };
}
