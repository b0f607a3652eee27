import { cutTo, storable } from './texts.ts';

/** Parts of an archive that are taken or not, by kind and count. */
export type ReportContent = {
  readonly taken: Readonly<Record<string, number>>;
  readonly notTaken: Readonly<Record<string, number>>;
};

/** A thing of the archive that needs a look, by its name. */
export type ReportNote = { readonly what: string; readonly name: string };

/** Kinds beyond this number are counted together: their names may come from the archive. */
const MAX_KINDS = 200;
const OTHER = 'other things';
const MAX_NOTES = 1_000;
const MAX_NAME = 200;

export type ImportReport = {
  /** Counts parts that the organization gets. */
  take(kind: string, count?: number): void;
  /** Counts parts that it does not get; the kind says why. */
  skip(kind: string, count?: number): void;
  /** Names a thing that needs a look. */
  note(what: string, name: string): void;
  readonly notes: () => readonly ReportNote[];
  /** Adds the counts and notes of a part of the work. */
  add(part: Pick<ImportReport, 'content' | 'notes'>): void;
  readonly content: () => ReportContent;
};

export function createReport(): ImportReport {
  const taken = new Map<string, number>();
  const notTaken = new Map<string, number>();
  const notes: ReportNote[] = [];
  const add = (counts: Map<string, number>, kind: string, count: number): void => {
    if (count === 0) return;
    const known = counts.has(kind) || counts.size < MAX_KINDS ? kind : OTHER;
    counts.set(known, (counts.get(known) ?? 0) + count);
  };
  return {
    take: (kind, count = 1) => add(taken, kind, count),
    skip: (kind, count = 1) => add(notTaken, kind, count),
    note: (what, name) => {
      if (notes.length < MAX_NOTES) notes.push({ what, name: cutTo(storable(name), MAX_NAME) });
    },
    notes: () => notes,
    add: (part) => {
      const counts = part.content();
      for (const [kind, count] of Object.entries(counts.taken)) add(taken, kind, count);
      for (const [kind, count] of Object.entries(counts.notTaken)) add(notTaken, kind, count);
      notes.push(...part.notes().slice(0, MAX_NOTES - notes.length));
    },
    content: () => ({ taken: sorted(taken), notTaken: sorted(notTaken) }),
  };
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
