import type { Message } from '@parley/client';
import type { Narrow } from '@parley/web/data/narrow/narrow.ts';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import type { DiskMeta } from '@parley/web/data/disk/database.ts';
import { ModelBrowser, type BrowserTab } from './browser.ts';
import { compare } from './compare.ts';
import { onDiskWrite } from './disk-writes.ts';
import { LogServer } from './log-server.ts';
import { neighborCheck, type NeighborCheck } from './neighbors.ts';
import type { Plant } from './plants.ts';
import { openReader, type Reader } from './reader.ts';
import type { Checkpoint, Recording } from './record.ts';
import { settle } from './settle.ts';
import { takeFaults } from './thrown-faults.ts';

export type Outcome = {
  readonly problems: readonly string[];
  readonly steps: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
};

const STEPS = 30;
const MAX_TABS = 3;
const MAX_ROUNDS = 400;
/** Answers that are under way arrive before the last look. */
const ROUNDS_BEFORE_LOOK = 20;
/** Rounds in which a window that is shown is fetched. */
const ROUNDS_TO_FETCH = 20;

/** One browser at a recorded log, with random events, deaths and faults. At the end every page must know all. */
export async function runSequence(recording: Recording, seed: number, plant?: Plant): Promise<Outcome> {
  const random = seeded(seed);
  const world = new World(recording, random, plant);
  for (let n = 0; n < STEPS; n += 1) {
    await world.step();
    await settle(random.below(12));
  }
  const problems = await world.finish();
  return { problems, steps: world.steps, counts: world.counts() };
}

type Opening = { readonly tab: BrowserTab; reader: Reader | undefined };

class World {
  readonly steps: string[] = [];
  readonly browser = new ModelBrowser();
  readonly server: LogServer;
  readonly #recording: Recording;
  readonly #random: Seeded;
  #tabs: Opening[] = [];
  #windows = 0;
  #deaths = 0;
  #maxTabs = 0;
  #resumed = 0;
  #faults = 0;
  readonly #plant: Plant | undefined;
  readonly #neighbors: NeighborCheck;
  readonly #wrong: string[] = [];
  /** Writes until the page that writes crashes. */
  #writesLeft = Infinity;

  constructor(recording: Recording, random: Seeded, plant: Plant | undefined) {
    this.#recording = recording;
    this.#random = random;
    this.#plant = plant;
    this.#neighbors = neighborCheck(recording);
    this.server = new LogServer(recording, random, plant);
    onDiskWrite({
      isCrash: (database) => this.#isCrash(database),
      ...(plant === undefined ? {} : { alter: alterBy(plant, recording) }),
    });
    this.open();
  }

  open(): void {
    if (this.#tabs.length >= MAX_TABS) return;
    const tab = this.browser.openTab(() => this.#random.next());
    const opening: Opening = { tab, reader: undefined };
    this.#tabs.push(opening);
    this.#maxTabs = Math.max(this.#maxTabs, this.#tabs.length);
    void this.#start(opening);
  }

  async step(): Promise<void> {
    const random = this.#random;
    const some = (): Opening | undefined => (this.#tabs.length === 0 ? undefined : random.pick(this.#tabs));
    const kinds: readonly [name: string, weight: number, run: () => void | Promise<void>][] = [
      ['events', 8, () => this.server.advance(1 + random.below(6))],
      ['deliver', 8, () => this.browser.deliver(1 + random.below(4))],
      ['time', 6, () => this.browser.advance(random.below(7_000))],
      [
        'open',
        3,
        () => {
          this.open();
        },
      ],
      [
        'kill',
        2,
        () => {
          this.#kill(some());
        },
      ],
      [
        'crash',
        2,
        () => {
          this.#writesLeft = random.below(60);
        },
      ],
      ['hide', 2, () => some()?.tab.hide()],
      ['close', 1, () => this.#close(some())],
      ['show', 4, () => some()?.reader?.show(this.#someNarrow())],
      ['leave', 1, () => some()?.reader?.hide(this.#someNarrow())],
      [
        'throw',
        1,
        () => {
          this.#faults += 1;
          some()?.reader?.breakListener();
        },
      ],
      ['expire', 0.4, () => this.server.expire()],
      ['restart', 1, () => this.server.restart()],
      [
        'faults',
        1,
        () => {
          this.server.faults = random.pick([0, 0.2, 0.6]);
        },
      ],
    ];
    let left = random.next() * kinds.reduce((sum, [, weight]) => sum + weight, 0);
    const kind = kinds.find(([, weight]) => (left -= weight) < 0) ?? kinds[0];
    if (kind === undefined) return;
    this.steps.push(kind[0]);
    await kind[2]();
    this.look();
  }

  /** Looks at the windows on all screens. */
  look(): void {
    for (const { reader } of this.#tabs)
      if (reader !== undefined) this.#wrong.push(...this.#neighbors.wrong(reader));
  }

  /** Brings everything to rest and compares every page with a new one. */
  async finish(): Promise<string[]> {
    this.server.faults = 0;
    this.#writesLeft = Infinity;
    this.server.advance(Infinity);
    this.open();
    const truth = this.#recording.checkpoints.at(-1);
    if (truth === undefined) return [];
    let problems: string[] = ['nothing was compared'];
    /** Rounds since a page has shown all windows. */
    const looking = new Map<Reader, number>();
    for (let round = 0; round < MAX_ROUNDS && problems.length > 0; round += 1) {
      await settle(6);
      this.browser.deliver(Infinity);
      this.browser.advance(1_000);
      if (round >= ROUNDS_BEFORE_LOOK) this.#showAll(truth, looking);
      this.look();
      problems = this.#tabs.flatMap(({ reader }, n) => {
        if (reader === undefined) return [`tab ${n} has not started`];
        const found = compare(reader, this.#recording, truth);
        this.#windows += found.problems.length === 0 ? found.windows : 0;
        return found.problems.map((problem) => `tab ${n}: ${problem}`);
      });
    }
    for (const { tab } of this.#tabs) this.browser.kill(tab);
    return [...this.#wrong, ...takeFaults(), ...problems];
  }

  /** Every page that has not done so shows all windows, which are soon up to date without any event. */
  #showAll({ windows }: Checkpoint, looking: Map<Reader, number>): void {
    for (const { reader } of this.#tabs) {
      if (reader === undefined) continue;
      const rounds = looking.get(reader) ?? 0;
      looking.set(reader, rounds + 1);
      if (rounds === 0) for (const { narrow } of windows) reader.show(narrow);
      if (rounds === ROUNDS_TO_FETCH) this.#wrong.push(...this.#neighbors.outdated(reader));
    }
  }

  #someNarrow(): Narrow {
    return this.#random.pick(this.#recording.checkpoints[0]?.windows ?? []).narrow;
  }

  counts(): Record<string, number> {
    return {
      ...this.server.counts,
      windows: this.#windows,
      deaths: this.#deaths,
      resumed: this.#resumed,
      tabs: this.#maxTabs,
      faults: this.#faults,
    };
  }

  async #start(opening: Opening): Promise<void> {
    const { userId } = this.#recording;
    opening.reader = await openReader(opening.tab, this.server, userId, this.#random, this.#plant);
    if (opening.reader.isResumed) this.#resumed += 1;
    for (const { narrow } of this.#recording.checkpoints[0]?.windows ?? [])
      if (this.#random.chance(0.5)) opening.reader.show(narrow);
  }

  #isCrash(database: IDBDatabase): boolean {
    const tab = this.browser.ownerOf(database);
    this.#writesLeft -= 1;
    if (this.#writesLeft >= 0 || tab === undefined) return false;
    this.#writesLeft = Infinity;
    this.#kill(this.#tabs.find((opening) => opening.tab === tab));
    return true;
  }

  #kill(opening: Opening | undefined): void {
    if (opening === undefined) return;
    this.#deaths += 1;
    this.browser.kill(opening.tab);
    this.#tabs = this.#tabs.filter((other) => other !== opening);
    if (this.#tabs.length === 0) this.open();
  }

  async #close(opening: Opening | undefined): Promise<void> {
    if (opening?.reader === undefined) return;
    this.#tabs = this.#tabs.filter((other) => other !== opening);
    await opening.reader.chat.close();
    this.browser.kill(opening.tab);
    if (this.#tabs.length === 0) this.open();
  }
}

function alterBy(plant: Plant, { events }: Recording) {
  return (store: string, value: unknown): unknown => {
    if (plant === 'the cursor is stored ahead of the state' && store === 'meta') {
      const meta = value as DiskMeta;
      return { ...meta, lastEventId: events.find(({ id }) => id > meta.lastEventId)?.id ?? meta.lastEventId };
    }
    if (plant === 'changed messages are not stored' && store === 'messages') {
      const messages = JSON.parse(value as string) as Message[];
      const isKept = (flag: string): boolean => flag !== 'starred';
      return JSON.stringify(messages.map((one) => ({ ...one, flags: one.flags.filter(isKept) })));
    }
    return value;
  };
}
