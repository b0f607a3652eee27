import { statementsOf, type MigrationFile } from '@parley/server/engine/migrations/migration-files.ts';
import { compareVersions } from '@parley/server/engine/migrations/releases.ts';

/** A change that breaks nodes of the previous release, or locks a table for long. */
type Rule = {
  /** The name by which a migration allows it: `-- allows: drop column (reason)`. */
  readonly name: string;
  readonly applies: (statement: string, context: Context) => boolean;
  readonly advice: string;
};

type Context = { readonly created: ReadonlySet<string>; readonly isTransactional: boolean };

const RULES: readonly Rule[] = [
  {
    name: 'drop column',
    applies: (statement) => /\bdrop column\b/.test(statement),
    advice: 'nodes of the previous release use it; drop it one release after its last use',
  },
  {
    name: 'drop',
    applies: (statement) => /^(drop (table|function|view|sequence|trigger)|truncate)\b/.test(statement),
    advice: 'nodes of the previous release use it; drop it one release after its last use',
  },
  {
    name: 'rename',
    applies: (statement) => /^alter .*\brename\b/.test(statement),
    advice: 'add the new name, write both, and drop the old one a release later',
  },
  {
    name: 'alter type',
    applies: (statement) => /\balter (column )?\S+ (set data )?type\b/.test(statement),
    advice: 'it rewrites the table; add a column of the new type',
  },
  {
    name: 'set not null',
    applies: (statement) => /\bset not null\b/.test(statement),
    advice: 'it reads the whole table, and older nodes may write null; add a check that is not valid first',
  },
  {
    name: 'not null without default',
    applies: (statement) =>
      addedColumns(statement).some((column) => /\bnot null\b/.test(column) && !/\bdefault\b/.test(column)),
    advice: 'inserts of older nodes would fail; give it a default',
  },
  {
    name: 'computed default',
    applies: (statement) => addedColumns(statement).some((column) => /\bdefault (?!now\()\w+\(/.test(column)),
    advice: 'it rewrites the table; add the column without it and fill it in batches',
  },
  {
    name: 'constraint',
    applies: (statement, { created }) =>
      /\badd (constraint \S+ )?(check|foreign key|unique|primary key|exclude)\b/.test(statement) &&
      !/\bnot valid\b|\busing index\b/.test(statement) &&
      !created.has(tableOf(statement)),
    advice:
      'it reads the whole table under a lock; add it `not valid`, or from an index, and validate it later',
  },
  {
    name: 'create index',
    applies: (statement, { created }) =>
      /^create (unique )?index (?!concurrently)/.test(statement) && !created.has(tableOf(statement)),
    advice: 'it blocks writes; create it concurrently, in a file of its own that is `outside a transaction`',
  },
  {
    name: 'concurrently in a transaction',
    applies: (statement, { isTransactional }) => isTransactional && /\bconcurrently\b/.test(statement),
    advice: 'PostgreSQL refuses it; add the line `-- outside a transaction`',
  },
  {
    name: 'change of rows',
    applies: (statement) => /^(update|delete from) (?!sql_file\b)/.test(statement),
    advice: 'it locks all rows that it changes; change them in batches by a job',
  },
];

/** Problems of a migration that is not released yet. `version` is the version of this program. */
export function lintMigration(file: MigrationFile, version: string): string[] {
  const statements = statementsOf(file.text).map((text) => text.toLowerCase().replaceAll(/\s+/g, ' '));
  const created = new Set(
    statements.filter((text) => text.startsWith('create table')).map((text) => tableOf(text)),
  );
  const context = { created, isTransactional: file.isTransactional };
  const broken = RULES.filter(
    (rule) =>
      statements.some((statement) => rule.applies(statement, context)) && !isAllowed(file.text, rule.name),
  );
  return [
    ...besideProblems(file, version),
    ...(file.isTransactional ? [] : unrepeatable(statements)),
    ...broken.map(({ name, advice }) => `${name}: ${advice}, or add the line "-- allows: ${name} (reason)"`),
  ].map((problem) => `${file.name}: ${problem}`);
}

function besideProblems({ beside }: MigrationFile, version: string): string[] {
  if (beside === undefined)
    return ['add the line "-- beside: <version>" with the oldest release that can run beside it'];
  return compareVersions(beside, version.replace(/-dev$/, '')) > 0
    ? [`release ${beside} does not exist; this is ${version}`]
    : [];
}

/** An index that was created halfway is invalid, and the next attempt must replace it. */
function unrepeatable(statements: readonly string[]): string[] {
  return statements.flatMap((statement) => {
    const index = /^create (?:unique )?index concurrently (?:if not exists )?(\S+)/.exec(statement)?.[1];
    return index === undefined || statements.includes(`drop index concurrently if exists ${index}`)
      ? []
      : [`drop the index first, for attempts that failed: drop index concurrently if exists ${index}`];
  });
}

function isAllowed(text: string, rule: string): boolean {
  return text.split('\n').some((line) => /^-- allows: (.+) \(.{10,}\)$/.exec(line)?.[1] === rule);
}

function addedColumns(statement: string): string[] {
  return statement.split(/\badd column\b/).slice(1);
}

/** The table of `create table`, `alter table` or `create index`. */
function tableOf(statement: string): string {
  return /(?: on |\btable )(?:if (?:not )?exists |only )?([\w.]+)/.exec(statement)?.[1] ?? '';
}
