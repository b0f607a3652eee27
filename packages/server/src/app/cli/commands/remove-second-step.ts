import { Command } from 'commander';
import { removeAllSteps } from '../../../organization/second-steps/authenticators.ts';
import { CommandError } from '../explain.ts';
import { userAt, realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

type Options = { readonly realm: string; readonly email: string };

export function removeSecondStepCommand(): Command {
  return new Command('remove-second-step')
    .description('remove the authenticator apps and recovery codes of a user who lost them')
    .requiredOption('--realm <subdomain>', "subdomain of the organization, or 'root'")
    .requiredOption('--email <address>', 'e-mail address of the user')
    .action(({ realm, email }: Options) =>
      withWorld(async (world) => {
        const user = await userAt(world.pool, await realmNamed(world.pool, realm), email);
        const count = await world.write(user.realm_id, (tx) => removeAllSteps(tx, world, user.id));
        if (count === 0) throw new CommandError(`${user.delivery_email} has no second step.`);
        print(`Removed ${count} second step${count === 1 ? '' : 's'} of ${user.delivery_email}`);
      }),
    );
}
