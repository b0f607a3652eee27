import { Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../../../engine/clock.ts';
import { readConfig } from '../../../engine/config.ts';
import { moveRealm } from '../../cells/move-realm.ts';
import { subdomainNamed } from '../find.ts';
import { print } from '../print.ts';

export function moveRealmCommand(): Command {
  return new Command('move')
    .description('move an organization to another cell while it is in use; safe to repeat')
    .argument('<subdomain>', "subdomain of the organization, or 'root' for the bare domain")
    .requiredOption('--to <cell>', 'number of the new cell, whose database is in PARLEY_CELLS', cellNumber)
    .option('--dry-run', 'check everything and change nothing', false)
    .action((name: string, { to, dryRun }: { to: number; dryRun: boolean }) =>
      moveRealm(readConfig(), {
        subdomain: subdomainNamed(name),
        to,
        dryRun,
        report: print,
        clock: systemClock,
      }),
    );
}

export function cellNumber(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('It is the number of a cell.');
  return Number(text);
}
