import { loadEnvFile } from 'node:process';
import { Command } from 'commander';
import { VERSION } from '../../engine/version.ts';
import { createRealmCommand } from './commands/create-realm.ts';
import { createUserCommand } from './commands/create-user.ts';
import { deactivateRealmCommand } from './commands/deactivate-realm.ts';
import { doctorCommand } from './commands/doctor.ts';
import { grantCommand } from './commands/grant.ts';
import { inviteCommand } from './commands/invite.ts';
import { migrateCommand } from './commands/migrate.ts';
import { reactivateRealmCommand } from './commands/reactivate-realm.ts';
import { resetPasswordCommand } from './commands/reset-password.ts';
import { serveCommand } from './commands/serve.ts';
import { showKeyCommand } from './commands/show-key.ts';
import { testMailCommand } from './commands/test-mail.ts';

/** The administrator's command. */
export function createProgram(): Command {
  const program = new Command('parley')
    .description('A team-chat server. Its configuration comes from the environment (PARLEY_…).')
    .version(VERSION)
    .option('--env <file>', 'read environment variables from a file first; those that are set win')
    .hook('preAction', () => {
      const { env } = program.opts<{ env?: string }>();
      if (env !== undefined) loadEnvFile(env);
    });
  program.addCommand(serveCommand());
  program.addCommand(migrateCommand());
  program.addCommand(doctorCommand());
  program
    .command('realm')
    .description('organizations')
    .addCommand(createRealmCommand())
    .addCommand(deactivateRealmCommand())
    .addCommand(reactivateRealmCommand());
  program
    .command('user')
    .description('users and their keys')
    .addCommand(createUserCommand())
    .addCommand(showKeyCommand())
    .addCommand(grantCommand())
    .addCommand(inviteCommand())
    .addCommand(resetPasswordCommand());
  program.command('mail').description('letters').addCommand(testMailCommand());
  return program;
}
