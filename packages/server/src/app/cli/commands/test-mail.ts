import { Command } from 'commander';
import { urlOf } from '../../../engine/hosts.ts';
import { needMail } from '../../../http/mail/queue-email.ts';
import { newApiKey } from '../../../engine/secrets/seal.ts';
import { reasonOf, CommandError } from '../explain.ts';
import { isEmailAddress } from '../../../organization/users/address.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

export function testMailCommand(): Command {
  return new Command('test')
    .description('send a letter to yourself, at once, to see whether mail works')
    .requiredOption('--to <address>', 'who gets it')
    .action(({ to }: { to: string }) =>
      withWorld(async (world) => {
        if (!isEmailAddress(to)) throw new CommandError(`'${to}' is not an e-mail address.`);
        needMail(world);
        const server = urlOf(world.config.hosts, '');
        try {
          await world.mailer?.send(
            {
              to,
              subject: 'Mail works',
              text: `This letter was sent by ${server} to see whether mail works.\n`,
            },
            newApiKey(),
          );
        } catch (error) {
          throw new CommandError(`The mail server did not take it: ${reasonOf(error)}`);
        }
        say(`The mail server took it. Look into the mailbox of ${to}.`);
      }),
    );
}
