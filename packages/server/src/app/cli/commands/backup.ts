import { Command, Option } from 'commander';
import { readConfig } from '../../../engine/config.ts';
import { q } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { makeBackup } from '../../backup/backup.ts';
import { verifyBackup } from '../../backup/manifest.ts';
import { restoreBackup } from '../../backup/restore.ts';
import { define } from '../define.ts';
import { show } from '../output.ts';
import { withWorld } from '../with-world.ts';

export function backupCommand(): Command {
  return define({
    name: 'backup',
    description:
      'write database, files and settings, without the secret, to a new directory; the server may run',
    arguments: [['<directory>', 'where backups are kept']],
    run: async (world, [directory = '']) => ({ fields: await makeBackup(world, directory) }),
  });
}

type RestoreOptions = { readonly harmless?: boolean; readonly check?: boolean; readonly json?: boolean };

/** Defined apart from the other commands, because there is no database to build a world on yet. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'verify a backup and restore it into an empty database and directory; clients register again',
    )
    .argument('<backup>', 'directory of the backup')
    .addOption(new Option('--check', 'only verify the backup'))
    .addOption(
      new Option(
        '--harmless',
        'for a drill: nothing is sent by e-mail, push, webhook or schedule, and nothing is deleted',
      ),
    )
    .option('--json', 'print JSON, for programs')
    .action(async (directory: string, { harmless = false, check = false, json = false }: RestoreOptions) => {
      const manifest = check
        ? await verifyBackup(directory)
        : await restoreBackup(readConfig(), directory, { isHarmless: harmless });
      const epoch = check ? null : await withWorld(beginEpoch);
      const { release, createdAt, parts } = manifest;
      show(
        {
          fields: { release, created: createdAt, parts: parts.length, epoch },
          text: check ? 'The backup is complete.' : 'Restored. Next: parley migrate && parley doctor',
        },
        json,
      );
    });
}

/** The first connection to a restored database begins a new epoch. */
async function beginEpoch({ epoch, pool }: World): Promise<number> {
  await epoch.confirm();
  const row = await pool.first(q.selectFrom('epoch').select('number').orderBy('number', 'desc'));
  return row?.number ?? 0;
}
