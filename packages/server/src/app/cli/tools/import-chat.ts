import { constants, setPriority } from 'node:os';
import { importSources, type ImportSource } from '@parley/contract/objects/realm-import.ts';
import { Option, type Command } from 'commander';
import { checkChat, importChat } from '../../portability/chats/import-chat.ts';
import { openArchive } from '../../portability/chats/open-archive.ts';
import type { ReportContent } from '../../portability/chats/report.ts';
import { takeBack } from '../../portability/chats/take-back/take-back.ts';
import { whileImporting } from '../../portability/chats/while-importing.ts';
import { requireReturnable } from '../../portability/imports/requests.ts';
import { findImport, newestImports } from '../../portability/imports/rows.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed } from '../find.ts';
import type { Row } from '../output.ts';
import { realmOption, type InRealm } from './parts.ts';

type Options = InRealm & { readonly dryRun?: boolean };

export function importChatCommand(): Command {
  return define<Options>({
    name: 'import',
    description:
      'put the archive of another chat into an organization, while people use it; a repetition takes what is new',
    arguments: [
      ['<source>', importSources.join(', ')],
      ['<archive>', 'file or directory that the other chat exported'],
    ],
    options: [realmOption(), new Option('--dry-run', 'report what would be taken, without taking it')],
    run: async (world, [source = '', file = ''], { realm: name, dryRun = false }) => {
      const realm = await realmNamed(world.pool, name);
      const archive = await openArchive(sourceNamed(source), file);
      // Nodes on this machine, on which people wait, go first.
      setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
      if (!dryRun)
        await world.write(realm.id, async (tx) => {
          tx.record({ action: 'import.started', after: { source } });
        });
      try {
        const report = dryRun
          ? await checkChat(world, realm, archive)
          : (await importChat(world, realm, archive, { tell })).report;
        return { rows: rowsOf(report) };
      } finally {
        await archive.close();
      }
    },
  })
    .addCommand(listCommand())
    .addCommand(takeBackCommand());
}

function listCommand(): Command {
  return define<InRealm>({
    name: 'list',
    description: 'list the imports of an organization, newest first',
    options: [realmOption()],
    run: async ({ pool }, _args, { realm: name }) => {
      const rows = await newestImports(pool, (await realmNamed(pool, name)).id);
      return {
        rows: rows.map(({ id, source, state, started_at, finished_at, total, problem }) => ({
          id,
          source,
          state,
          started: started_at,
          ended: finished_at,
          messages: total,
          problem,
        })),
      };
    },
  });
}

function takeBackCommand(): Command {
  return define<InRealm>({
    name: 'take-back',
    description: 'remove what an import of the last 30 days brought; what people added since stays',
    arguments: [['<import>', 'number of the import, as in the list']],
    options: [realmOption()],
    run: async (world, [number = ''], { realm: name }) => {
      const { id: realmId } = await realmNamed(world.pool, name);
      await whileImporting(world, realmId, async () => {
        const row = await findImport(world.pool, realmId, numberOf(number));
        if (!['done', 'failed', 'returning', 'running'].includes(row.state))
          throw new CommandError(`Import ${row.id} has brought nothing that could be taken back.`);
        await world.write(realmId, async (tx) => {
          await requireReturnable(tx, row.id);
          tx.record({ action: 'import.taken-back', object: { type: 'import', id: row.id } });
        });
        await takeBack(world, row, async () => {});
      });
      const { notes } = await findImport(world.pool, realmId, numberOf(number));
      return { rows: notes.map(({ what, name: left }) => ({ what, name: left })) };
    },
  });
}

function numberOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(`'${text.slice(0, 40)}' is no number of an import.`);
  return Number(text);
}

function sourceNamed(name: string): ImportSource {
  const source = importSources.find((one) => one === name);
  if (source === undefined) throw new CommandError(`The source must be one of ${importSources.join(', ')}.`);
  return source;
}

function rowsOf({ taken, notTaken }: ReportContent): Row[] {
  return [
    ...Object.entries(taken).map(([what, count]) => ({ what, taken: count, 'not taken': 0 })),
    ...Object.entries(notTaken).map(([what, count]) => ({ what, taken: 0, 'not taken': count })),
  ];
}

/** Progress is for people; results are for programs. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
