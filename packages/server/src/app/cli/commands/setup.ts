import { Command } from 'commander';
import { urlOf } from '../../../engine/hosts.ts';
import { currentSetupCode } from '../../../organization/setup/code.ts';
import { CommandError } from '../explain.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

export function setupCommand(): Command {
  return new Command('setup')
    .description('print the code with which the first organization is made in the browser')
    .action(() =>
      withWorld(async (world) => {
        const found = await currentSetupCode(world, { forOperator: true });
        if (found === undefined)
          throw new CommandError(
            'This server has an organization. Create another one with: parley realm create',
          );
        print(`Open ${urlOf(world.config.hosts, '')} and enter this code: ${found.code}`);
        print('It is valid for half an hour after it was first printed.');
      }),
    );
}
