import { Command } from 'commander';
import { urlOf } from '../../http/hosts.ts';
import { needMail } from '../../mail/post-letter.ts';
import { newApiKey } from '../../secrets/seal.ts';
import { reasonOf, Refusal } from '../explain.ts';
import { isEmailAddress } from '../../people/address.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

export const testMailCommand = (): Command =>
  new Command('test')
    .description('send a letter to yourself, at once, to see whether mail works')
    .requiredOption('--to <address>', 'who gets it')
    .action(({ to }: { to: string }) =>
      withWorld(async (world) => {
        if (!isEmailAddress(to)) throw new Refusal(`'${to}' is not an e-mail address.`);
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
          throw new Refusal(`The mail server did not take it: ${reasonOf(error)}`);
        }
        say(`The mail server took it. Look into the mailbox of ${to}.`);
      }),
    );
