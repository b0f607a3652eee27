import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers';
import { conversionsOf, convert, type Conversions } from './json-rows.ts';
import { setBounded } from './keep-recent.ts';
import { compile, sql, type Query, type Reader, type Runner } from './sql.ts';

/** Bounds the memory of the node: clients choose the parts of a snapshot, and so the texts. */
const MAX_TEXTS = 1_000;
/** Bounds the memory of each PostgreSQL connection, which keeps the plans of named statements. */
const MAX_NAMED = 24;
/** Combinations that occur only while caches are empty get no name. */
const USES_BEFORE_NAMED = 3;

type Read = {
  readonly query: Query<unknown>;
  readonly text: string;
  readonly parameters: readonly unknown[];
  readonly resolve: (rows: unknown[]) => void;
  readonly reject: (error: unknown) => void;
};

type KnownRead = Read & { readonly conversions: Conversions };

type MergedStatement = { readonly text: string; uses: number; name: string | undefined };

/**
 * Runs the reads that are issued at once as one statement, whose result has a JSON array of rows for each of them. Its
 * plan is kept per connection, and no migration changes its columns.
 */
export class ReadMerger {
  /** By the text of a query, as its first run told; undefined if JSON has no form of a column that can be converted. */
  readonly #conversions = new Map<string, Conversions | undefined>();
  readonly #statements = new Map<string, MergedStatement>();
  #named = 0;

  /** For reads of few rows: a statement as a whole must end before the statement timeout. Writes run alone. */
  readerOn(runner: Runner): Reader {
    let waiting: Read[] = [];
    const runWaiting = (): void => {
      const reads = waiting;
      waiting = [];
      this.#runAll(runner, reads);
    };
    const all = <R>(query: Query<R>): Promise<R[]> => {
      const { sql: text, parameters } = compile(query);
      return new Promise((resolve, reject) => {
        const read = { query, text, parameters, resolve: resolve as Read['resolve'], reject };
        if (!IS_READ.test(text)) void this.#runAlone(runner, read);
        // Everything that the present turn of the event loop still issues belongs to the same statement.
        else if (waiting.push(read) === 1) setImmediate(runWaiting);
      });
    };
    return { all, first: async (query) => (await all(query))[0] };
  }

  #runAll(runner: Runner, reads: readonly Read[]): void {
    const known: KnownRead[] = [];
    for (const read of reads) {
      const conversions = this.#conversions.get(read.text);
      if (conversions === undefined) void this.#runAlone(runner, read);
      else known.push({ ...read, conversions });
    }
    if (known.length > 0) void this.#runMerged(runner, known);
  }

  async #runAlone(runner: Runner, { text, parameters, resolve, reject }: Read): Promise<void> {
    try {
      const { rows, fields } = await runner.query({ text, values: [...parameters] });
      if (!this.#conversions.has(text)) setBounded(this.#conversions, text, conversionsOf(fields), MAX_TEXTS);
      resolve(rows);
    } catch (error) {
      reject(error);
    }
  }

  async #runMerged(runner: Runner, reads: readonly KnownRead[]): Promise<void> {
    try {
      const groups = [...Map.groupBy(reads, keyOf).values()];
      const distinct = groups.flatMap(([read]) => read ?? []);
      const { name, text } = this.#statementFor(distinct);
      const values = distinct.flatMap(({ parameters }) => parameters);
      const { rows } = await runner.query({ ...(name === undefined ? {} : { name }), text, values });
      const [lists] = rows as Record<string, Record<string, unknown>[]>[];
      for (const [index, equal] of groups.entries()) {
        const list = convert(lists?.[index] ?? [], equal[0]?.conversions ?? []);
        for (const { resolve } of equal) resolve(list);
      }
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  #statementFor(reads: readonly KnownRead[]): MergedStatement {
    const key = reads.map(({ text }) => text).join(';');
    const statement = this.#statements.get(key) ?? { text: mergedText(reads), uses: 0, name: undefined };
    statement.uses += 1;
    if (statement.uses === 1) setBounded(this.#statements, key, statement, MAX_TEXTS);
    if (statement.uses === USES_BEFORE_NAMED && this.#named < MAX_NAMED) {
      this.#named += 1;
      statement.name = `merged-${hash('sha1', key)}`;
    }
    return statement;
  }
}

const IS_READ = /^\s*(?:select|with)\b/;

/** Parts of a snapshot may need the same rows. */
function keyOf({ text, parameters }: Read): string {
  return `${text};${JSON.stringify(parameters)}`;
}

/** The parameters of the queries follow each other in the same order. */
function mergedText(reads: readonly Read[]): string {
  const lists = reads.map(
    ({ query }, index) =>
      sql`(select coalesce(json_agg(r), '[]') from (${query}) as r) as ${sql.id(String(index))}`,
  );
  return compile(sql`select ${sql.join(lists)}`).sql;
}
