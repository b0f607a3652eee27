import * as z from 'zod';
import { CommandError } from '../../cli/explain.ts';
import { changesPath, rowsPath, type ArchivePart } from '../archive.ts';
import { readLines } from '../lines.ts';
import { joinLines, LineDigest, writeLines, type LineWriter } from '../line-writer.ts';
import type { ComparedRow } from './earlier-rows.ts';

/**
 * A line of a script that makes the rows of a table from those of the archive before: rows that stay, rows that are left
 * out, or a row in full. Rows behind the last line are left out.
 */
const step = z.union([z.object({ keep: z.int().min(1) }), z.object({ drop: z.int().min(1) })]);
/** A row keeps its bytes, so that the result can be compared by its hash. */
const ROW = '{"row":';

/** Turns the rows of today, in their order, into the steps of a script. */
export class ChangeScript {
  readonly #writer: LineWriter;
  readonly #rows = new LineDigest();
  /** Earlier rows that the steps have passed. */
  #passed = 0;
  #kept = 0;

  constructor(writer: LineWriter) {
    this.#writer = writer;
  }

  async add(rows: readonly ComparedRow[]): Promise<void> {
    this.#rows.add(joinLines(rows.map(({ line }) => line)), rows.length);
    await this.#writer.write(rows.flatMap((row) => this.#stepsOf(row)));
  }

  /** Writes what is left; returns the part that the rows of today are. */
  async end(): Promise<ArchivePart> {
    await this.#writer.write(this.#keepSteps());
    return this.#rows.part();
  }

  #stepsOf({ line, earlier, isEqual }: ComparedRow): string[] {
    const steps: string[] = [];
    // A row that changed its place is left out there and written here.
    const isAhead = earlier !== null && earlier > this.#passed;
    const dropped = isAhead ? earlier - this.#passed - (isEqual ? 1 : 0) : 0;
    if (dropped > 0) steps.push(...this.#keepSteps(), JSON.stringify({ drop: dropped }));
    if (isAhead) this.#passed = earlier;
    if (isAhead && isEqual) this.#kept += 1;
    else steps.push(...this.#keepSteps(), `${ROW}${line}}`);
    return steps;
  }

  #keepSteps(): string[] {
    if (this.#kept === 0) return [];
    const keep = this.#kept;
    this.#kept = 0;
    return [JSON.stringify({ keep })];
  }
}

/** Writes the rows of a table that the script of `changes` makes of those of `earlier`. */
export function applyScript(
  table: string,
  {
    earlier,
    changes,
    target,
  }: { readonly earlier: string; readonly changes: string; readonly target: string },
  hasEarlier: boolean,
): Promise<ArchivePart> {
  return writeLines(rowsPath(target, table), async ({ write }) => {
    const rows = hasEarlier ? readLines(rowsPath(earlier, table)) : emptyLines();
    const next = async (): Promise<Buffer> => {
      const { value, done } = await rows.next();
      if (done === true)
        throw new CommandError(`The changes of ${table} need rows that the archive before lacks.`);
      return value;
    };
    try {
      for await (const line of readLines(changesPath(changes, table))) {
        if (line.toString('latin1', 0, ROW.length) === ROW) await write([line.subarray(ROW.length, -1)]);
        else {
          const parsed = step.parse(JSON.parse(line.toString()));
          if ('keep' in parsed) for (let n = 0; n < parsed.keep; n += 1) await write([await next()]);
          else for (let n = 0; n < parsed.drop; n += 1) await next();
        }
      }
    } finally {
      await rows.return(undefined);
    }
  });
}

async function* emptyLines(): AsyncGenerator<Buffer, void> {}
