import { storedData } from '@parley/server/app/portability/stored-data/stored-data.ts';
import { purposeOf, type StoredTable } from '@parley/server/app/portability/stored-data/stored-table.ts';

const HEAD = `# Stored data

Each table of an organization with the purpose of its columns, how long its rows are kept, and whether they are in an
[export](leaving.md). Every table also has \`realm_id\`, the organization of the row. This page is written by \`npm run stored-data\`; a test compares
it with the database, so that nothing is stored without a purpose.

Besides, the server has tables that know nobody: \`cell\`, \`epoch\`, \`job_run\`, \`migration\`, \`sealing_key\`, \`setup_code\`, \`sql_file\`, and
\`server_note\`, which has the names of deleted organizations. [Data protection](data-protection.md) says what else there is: files, logs and backups.
`;

/** The page docs/operating/stored-data.md. */
export function storedDataPage(): string {
  const parts = storedData.map(([title, tables]) =>
    [`## ${title}\n`, ...Object.entries(tables).map(([name, table]) => section(name, table))].join('\n'),
  );
  return `${HEAD}\n${parts.join('\n')}`;
}

function section(name: string, { purpose, kept, people, isPersonal, stays, columns }: StoredTable): string {
  const about =
    people === undefined ? '' : ` About people: ${people.map((column) => `\`${column}\``).join(', ')}.`;
  const withUser = isPersonal === true ? ' Deleted with the user.' : '';
  const inExport = stays === undefined ? '' : ` Not in exports: ${stays}.`;
  const rows = Object.entries(columns).map(([column, described]) => {
    const leaves = typeof described === 'string' ? '' : ` (not in exports: ${described.stays})`;
    return `| \`${column}\` | ${purposeOf(described)}${leaves} |`;
  });
  return [
    `### ${name}\n`,
    `${purpose[0]?.toUpperCase()}${purpose.slice(1)}. Kept ${kept}.${about}${withUser}${inExport}\n`,
    '| column | purpose |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}
