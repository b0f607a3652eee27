import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeStatement } from './support/describe-statement.ts';
import { differenceTo, rowMembers } from './support/row-types.ts';
import { renderStatement, UnreadableError } from './support/render-statement.ts';
import { readFragments, type Fragments, type Sources } from './support/sql-fragments.ts';
import { templatesIn, type SqlTemplate } from './support/sql-templates.ts';
import { withoutComments } from './support/type-text.ts';

const ROOT = path.join(import.meta.dirname, '..');

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.superuserUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const SERVER = 'packages/server/src';
/** How the text of a statement begins. */
const STATEMENT = /^\s*(?:with|select|insert|update|delete)\b/i;
/** Errors of statements with a part that only the running program knows, which stands here as a value. */
const PART_AS_VALUE = /^(?:syntax error at or near "\$|could not determine data type of parameter)/;
/** Parts of larger statements, which have their end or the tables that they name. */
const PARTS = new Set([
  'chat/channels/audience.ts: syntax error at end of input',
  'chat/conversations/find.ts: relation "t" does not exist',
  'chat/messages/fetch/own-sources.ts: missing FROM-clause entry for table "h"',
  'chat/messages/fetch/source.ts: missing FROM-clause entry for table "h"',
  'chat/messages/fetch/sources.ts: missing FROM-clause entry for table "h"',
  'chat/notifications/reader/candidates.ts: relation "m" does not exist',
]);
/** Of a hundred statements, those that can be read at least. */
const MIN_READ_PERCENT = 80;

function serverSources(): Sources {
  const listed = execFileSync('git', ['ls-files', `${SERVER}/*.ts`], { cwd: ROOT, encoding: 'utf8' });
  const files = listed.split('\n').filter((file) => file !== '' && !file.endsWith('.test.ts'));
  return new Map(
    files.map((file) => [
      path.relative(SERVER, file),
      withoutComments(readFileSync(path.join(ROOT, file), 'utf8')),
    ]),
  );
}

type Statement = { readonly file: string; readonly template: SqlTemplate };

/** The texts of a statement with either branch of its conditions; undefined if the running program makes them. */
function textsOf(fragments: Fragments, { file, template }: Statement): Set<string> | undefined {
  try {
    return new Set(
      (['first', 'second'] as const).map((branch) => renderStatement(fragments, file, template, branch)),
    );
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

/** Faults of a statement; undefined if it cannot be read. */
async function faultsOf(
  sources: Sources,
  fragments: Fragments,
  statement: Statement,
): Promise<string[] | undefined> {
  const { file, template } = statement;
  const members = rowMembers(sources, file, template.row);
  const faults: string[] = [];
  for (const text of textsOf(fragments, statement) ?? [undefined]) {
    const described = text === undefined ? undefined : await describeStatement(client, text);
    if (described === undefined) return undefined;
    if ('error' in described) {
      const { message } = described.error;
      if (PART_AS_VALUE.test(message) || PARTS.has(`${file}: ${message}`)) return undefined;
      faults.push(`${file}: ${message}\n${text}`);
    } else {
      const difference = members && differenceTo(members, described.fields);
      if (difference !== undefined) faults.push(`${file}: ${difference}\n${text}`);
    }
  }
  return faults;
}

test('PostgreSQL parses the statements of the server, whose rows have the columns of their types', async () => {
  const sources = serverSources();
  const fragments = readFragments(sources);
  const statements = [...sources].flatMap(([file, source]) =>
    templatesIn(source).flatMap((template): Statement[] =>
      STATEMENT.test(template.texts[0] ?? '') ? [{ file, template }] : [],
    ),
  );
  const found: string[][] = [];
  for (const statement of statements) {
    const faults = await faultsOf(sources, fragments, statement);
    if (faults !== undefined) found.push(faults);
  }
  expect(found.flat()).toEqual([]);
  expect((found.length / statements.length) * 100).toBeGreaterThan(MIN_READ_PERCENT);
  process.stdout.write(`PostgreSQL parsed ${found.length} of ${statements.length} statements\n`);
});
