import { Command } from 'commander';
import { urlOf } from '../../../engine/hosts.ts';
import { requireMailer } from '../../../http/mail/queue-email.ts';
import { newApiKey } from '../../../engine/secrets/seal.ts';
import { reasonOf, CommandError } from '../explain.ts';
import { isEmailAddress } from '../../../organization/users/address.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

export function testMailCommand(): Command {
  return new Command('test')
    .description('send a test e-mail immediately')
    .requiredOption('--to <address>', 'e-mail address of the recipient')
    .action(({ to }: { to: string }) =>
      withWorld(async (world) => {
        if (!isEmailAddress(to)) throw new CommandError(`--to: '${to}' is not an e-mail address.`);
        requireMailer(world);
        const server = urlOf(world.config.hosts, '');
        try {
          await world.mailer?.send(
            {
              to,
              subject: 'Test e-mail',
              text: `This is a test e-mail from ${server}.\n`,
            },
            newApiKey(),
          );
        } catch (error) {
          throw new CommandError(`The mail server rejected the e-mail: ${reasonOf(error)}`);
        }
        print(`The mail server accepted the e-mail to ${to}.`);
      }),
    );
}
