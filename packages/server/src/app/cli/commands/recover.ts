import { Command } from 'commander';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

const REASON = 'requested by the operator';

export function recoverCommand(): Command {
  return new Command('recover')
    .description(
      'begin a new database epoch after a restore: end all event queues and move all ids ahead of lost ones',
    )
    .action(() =>
      withWorld(async ({ epoch }) => {
        const { number } = await epoch.begin(REASON);
        print(`Epoch ${number} of the database has begun. Clients register again; running nodes follow.`);
      }),
    );
}
