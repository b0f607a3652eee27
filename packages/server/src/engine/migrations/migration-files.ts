import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A file of `packages/server/migrations`. */
export type MigrationFile = {
  /** The name of the file without its extension, such as `0012_epoch`. */
  readonly name: string;
  readonly hash: string;
  readonly text: string;
  /** The oldest release that can run beside this migration, by its line `-- beside: 0.2.0`. */
  readonly beside: string | undefined;
  /** False with the line `-- outside a transaction`, for `create index concurrently`. */
  readonly isTransactional: boolean;
};

export const MIGRATIONS_DIRECTORY = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** The migrations in the order in which they are applied. */
export async function readMigrations(directory: string = MIGRATIONS_DIRECTORY): Promise<MigrationFile[]> {
  const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) =>
      parseMigration(file.replace(/\.sql$/, ''), await readFile(`${directory}/${file}`, 'utf8')),
    ),
  );
}

export function parseMigration(name: string, text: string): MigrationFile {
  return {
    name,
    text,
    hash: createHash('sha256').update(text).digest('hex'),
    beside: /^-- beside: (\S+)$/m.exec(text)?.[1],
    isTransactional: !/^-- outside a transaction$/m.test(text),
  };
}

export function numberOf(name: string): number {
  return Number.parseInt(name, 10);
}

/** The statements of a file without its comments. */
export function statementsOf(text: string): string[] {
  const parts = text.match(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|;|[^';$-]+|[$-]/g) ?? [];
  return parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => (part === ';' ? SEPARATOR : part))
    .join('')
    .split(SEPARATOR)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** A character that PostgreSQL does not accept in a statement. */
const SEPARATOR = '\0';
