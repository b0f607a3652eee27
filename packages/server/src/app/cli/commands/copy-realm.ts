import { Command } from 'commander';
import { systemClock } from '../../../engine/clock.ts';
import { readConfig } from '../../../engine/config.ts';
import { subdomainError } from '../../../organization/realm/create-realm.ts';
import { copyRealm } from '../../cells/copy-realm.ts';
import { CommandError } from '../explain.ts';
import { subdomainNamed } from '../find.ts';
import { print } from '../print.ts';
import { cellNumber } from './move-realm.ts';

type Options = { readonly to: number; readonly as: string; readonly dryRun: boolean };

export function copyRealmCommand(): Command {
  return new Command('copy')
    .description('copy an organization to another cell for trials, without e-mail, push and webhooks')
    .argument('<subdomain>', "subdomain of the organization, or 'root' for the bare domain")
    .requiredOption('--to <cell>', 'number of the other cell, whose database is in PARLEY_CELLS', cellNumber)
    .requiredOption('--as <subdomain>', 'subdomain of the copy')
    .option('--dry-run', 'check everything and change nothing', false)
    .action((name: string, { to, as, dryRun }: Options) => {
      const error = subdomainError(as);
      if (error !== undefined) throw new CommandError(error);
      const options = { subdomain: subdomainNamed(name), to, dryRun, report: print, clock: systemClock };
      return copyRealm(readConfig(), as, options);
    });
}
