import { Command } from 'commander';
import { rotateSecret } from '../../../engine/secrets/rotate.ts';
import { sql } from '../../../engine/db/sql.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

export function rotateSecretCommand(): Command {
  return new Command('rotate')
    .description(
      'seal everything with PARLEY_SECRET, so that PARLEY_SECRET_PREVIOUS can be removed; safe to repeat',
    )
    .action(() =>
      withWorld(async ({ pool, write, sealer, clock }) => {
        const { sealed, unreadable } = await rotateSecret({ pool, sealer, clock, report: print });
        const realms = await pool.all(sql<{ id: number }>`select id from realm order by id`);
        for (const { id } of realms)
          await write(id, async (tx) => {
            tx.record({ action: 'secret.rotated', after: { sealed_values: sealed } });
          });
        print(`${sealed} values were sealed again. Only PARLEY_SECRET is in use now.`);
        if (unreadable > 0)
          print(`${unreadable} values could not be opened before and were left as they are.`);
        print('Remove PARLEY_SECRET_PREVIOUS, if it is set, and restart every node.');
      }),
    );
}
