import { drawn, randomFrom, rows, scrollerOf, topOf } from './frames.ts';
import { textOf, type ListWorld } from './world.ts';

export type AnchorResult = {
  readonly steps: number;
  /** Steps at which the list had no room to move, and stood at its bound. */
  readonly bounded: number;
  readonly worst: number;
  readonly failures: readonly string[];
};

type Show = (total: number, opensAt: number | undefined) => ListWorld;
type Change = (world: ListWorld, random: () => number) => void;

const LARGE_TEXT = Array.from({ length: 12 }, (_, line) => `line ${line} of a longer text`).join('\n\n');

/** Changes that come from the server, the browser or the reader's settings, by name. */
const CHANGES: Readonly<Record<string, Change>> = {
  append: (world, random) => world.append(1 + Math.floor(random() * 5)),
  prepend: (world) => void world.window.loadOlder(),
  'load newer': (world) => void world.window.loadNewer(),
  edit: (world, random) => world.edit(anyRow(random), random() < 0.5 ? LARGE_TEXT : 'short'),
  'two edits': (world, random) => {
    world.edit(anyRow(random), LARGE_TEXT);
    world.edit(anyRow(random), textOf(Math.floor(random() * 1_000)));
  },
  react: (world, random) => world.react(anyRow(random)),
  remove: (world, random) => world.remove(anyRow(random)),
  'late picture': (_, random) => {
    const picture = document.createElement('div');
    picture.className = 'late';
    picture.style.height = `${Math.round(random() * 300)}px`;
    rowById(anyRow(random))?.querySelector('[data-content]')?.append(picture);
  },
  width: (_, random) => setVariable('--frame-width', `${360 + Math.floor(random() * 900)}px`),
  height: (_, random) => setVariable('--frame-height', `${420 + Math.floor(random() * 380)}px`),
  theme: (_, random) => {
    document.documentElement.dataset['theme'] =
      ['light', 'dark', 'contrast'][Math.floor(random() * 3)] ?? 'light';
  },
  density: (_, random) => {
    document.documentElement.dataset['density'] =
      ['compact', 'normal', 'roomy'][Math.floor(random() * 3)] ?? '';
  },
  'text size': (_, random) => {
    document.documentElement.style.fontSize = `${13 + Math.floor(random() * 8)}px`;
  },
};

/** Applies changes in a random order and measures how far the reader's row moves. */
export async function followAnchor(show: Show, seed: number, steps: number): Promise<AnchorResult> {
  const random = randomFrom(seed);
  const world = show(2_000, 1_000);
  const failures: string[] = [];
  let [worst, bounded] = [0, 0];
  await settled();
  const names = Object.keys(CHANGES);
  for (let step = 0; step < steps; step += 1) {
    if (random() < 0.3) await scrollBy((random() - 0.5) * 1_200);
    if (random() < 0.2) focusSome(random);
    const row = readersRow();
    const before = topOf(row);
    const name = names[Math.floor(random() * names.length)] ?? '';
    CHANGES[name]?.(world, random);
    await drawn();
    await drawn();
    if (!row.isConnected) continue;
    const moved = Math.abs(topOf(row) - before);
    if (moved <= 1) worst = Math.max(worst, moved);
    else if (isAtBound()) bounded += 1;
    else
      failures.push(
        `seed ${seed} step ${step} ${name}: ${moved.toFixed(2)} px from ${before.toFixed(2)}, ${document.activeElement === row ? 'focused' : 'at mid-height'}`,
      );
  }
  return { steps, bounded, worst, failures };
}

/** Idle slices have filled the page. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 400));
  await drawn();
}

async function scrollBy(distance: number): Promise<void> {
  scrollerOf().scrollTop += distance;
  await drawn();
  await drawn();
}

function focusSome(random: () => number): void {
  const visible = rows().filter((row) => topOf(row) >= 0 && topOf(row) < scrollerOf().clientHeight);
  const row = visible[Math.floor(random() * visible.length)];
  row?.focus({ preventScroll: true });
  scrollerOf().dispatchEvent(new Event('scroll'));
}

/** The focused row if it is on the screen, else the row at mid-height. */
function readersRow(): HTMLElement {
  const height = scrollerOf().clientHeight;
  const focused = document.activeElement?.closest<HTMLElement>('article');
  if (
    focused !== null &&
    focused !== undefined &&
    topOf(focused) > -focused.offsetHeight &&
    topOf(focused) < height
  )
    return focused;
  const found = rows().find((row) => topOf(row) + row.offsetHeight > height / 2) ?? rows().at(-1);
  if (found === undefined) throw new Error('The list is empty.');
  return found;
}

function isAtBound(): boolean {
  const scroller = scrollerOf();
  const rest = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop;
  return scroller.scrollTop <= 1 || rest <= 1;
}

/** A row in the page, on the screen or not. */
function anyRow(random: () => number): number {
  const all = rows();
  return Number(all[Math.floor(random() * all.length)]?.dataset['id'] ?? 1);
}

function rowById(id: number): HTMLElement | undefined {
  return rows().find((row) => row.dataset['id'] === `${id}`);
}

function setVariable(name: string, value: string): void {
  document.documentElement.style.setProperty(name, value);
}
