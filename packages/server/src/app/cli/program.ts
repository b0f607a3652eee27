import { loadEnvFile } from 'node:process';
import { Command } from 'commander';
import { VERSION } from '../../engine/version.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { haproxyCommand } from './commands/balancer.ts';
import { cellMapCommand } from './commands/cell-map.ts';
import { copyRealmCommand } from './commands/copy-realm.ts';
import { createRealmCommand } from './commands/create-realm.ts';
import { createUserCommand } from './commands/create-user.ts';
import { deactivateRealmCommand } from './commands/deactivate-realm.ts';
import { doctorCommand } from './commands/doctor.ts';
import { grantCommand } from './commands/grant.ts';
import { inviteCommand } from './commands/invite.ts';
import { migrateCommand } from './commands/migrate.ts';
import { moveRealmCommand } from './commands/move-realm.ts';
import { reactivateRealmCommand } from './commands/reactivate-realm.ts';
import { rebuildSearchCommand } from './commands/rebuild-search.ts';
import { recoverCommand } from './commands/recover.ts';
import { removeSecondStepCommand } from './commands/remove-second-step.ts';
import { resetPasswordCommand } from './commands/reset-password.ts';
import { rotateSecretCommand } from './commands/rotate-secret.ts';
import { serveCommand } from './commands/serve.ts';
import { setupCommand } from './commands/setup.ts';
import { logOutUserCommand } from './commands/log-out-user.ts';
import { showKeyCommand } from './commands/show-key.ts';
import { testMailCommand } from './commands/test-mail.ts';
import { versionCommand } from './commands/version.ts';
import { CommandError, reasonOf } from './explain.ts';
import { combineArchivesCommand, verifyArchiveCommand } from './tools/archives.ts';
import { channelCommands } from './tools/channels.ts';
import { auditCommands } from './tools/audit.ts';
import { holdCommands } from './tools/holds.ts';
import { importChatCommand } from './tools/import-chat.ts';
import { realmCommands } from './tools/realms.ts';
import { retentionCommands } from './tools/retention.ts';
import { configCommands, fileCommands, maintenanceCommands, statsCommand } from './tools/server.ts';
import { userCommands } from './tools/users.ts';
import { botCommands, jobCommands, mailCommands, queueCommands } from './tools/work.ts';

/** The `parley` command. */
export function createProgram(): Command {
  const program = new Command('parley')
    .description('Team-chat server. It is configured with environment variables (PARLEY_…).')
    .version(VERSION)
    .option(
      '--env <file>',
      'read environment variables from a file; variables that are already set take precedence',
    )
    .hook('preAction', () => {
      const { env } = program.opts<{ env?: string }>();
      if (env !== undefined) loadEnvironment(env);
    });
  program.addCommand(serveCommand());
  program.addCommand(setupCommand());
  program.addCommand(migrateCommand());
  program.addCommand(doctorCommand());
  program.addCommand(versionCommand());
  program.addCommand(recoverCommand());
  program.addCommand(backupCommand());
  program.addCommand(restoreCommand());
  const realm = [
    createRealmCommand(),
    deactivateRealmCommand(),
    reactivateRealmCommand(),
    moveRealmCommand(),
    copyRealmCommand(),
    ...realmCommands(),
  ];
  addAll(program, 'realm', realm, 'manage organizations');
  program.addCommand(importChatCommand());
  addAll(program, 'export', [verifyArchiveCommand(), combineArchivesCommand()], 'check and combine exports');
  addAll(program, 'cell', [cellMapCommand()], 'manage cells');
  addAll(program, 'user', accountCommands(), 'manage users, their API keys and permissions');
  addAll(program, 'user', userCommands());
  addAll(program, 'channel', channelCommands(), 'manage channels');
  addAll(program, 'retention', retentionCommands(), 'limit the time for which messages are kept');
  addAll(program, 'hold', holdCommands(), 'keep users and channels unchanged');
  addAll(program, 'audit', auditCommands(), 'read, check and pass on what administrators and operators did');
  addAll(program, 'bot', botCommands(), 'manage bots');
  addAll(program, 'job', jobCommands(), 'manage jobs');
  addAll(program, 'queue', queueCommands(), 'manage event queues');
  addAll(program, 'files', fileCommands(), 'manage stored files');
  addAll(program, 'maintenance', maintenanceCommands(), 'let users wait');
  addAll(program, 'config', configCommands(), 'show the configuration');
  program.addCommand(statsCommand());
  program.command('secret').description('manage the secret of the server').addCommand(rotateSecretCommand());
  program.command('search').description('manage the search index').addCommand(rebuildSearchCommand());
  program.command('balancer').description('configure a balancer').addCommand(haproxyCommand());
  program.command('mail').description('manage e-mail delivery').addCommand(testMailCommand());
  addAll(program, 'mail', mailCommands());
  showUsageOnError(program);
  return program;
}

function accountCommands(): Command[] {
  return [
    createUserCommand(),
    showKeyCommand(),
    logOutUserCommand(),
    grantCommand(),
    inviteCommand(),
    resetPasswordCommand(),
    removeSecondStepCommand(),
  ];
}

/** Adds commands to a group, which is made if there is none of that name. */
function addAll(program: Command, group: string, commands: readonly Command[], description = ''): void {
  const parent =
    program.commands.find((command) => command.name() === group) ??
    program.command(group).description(description);
  for (const command of commands) parent.addCommand(command);
}

function loadEnvironment(file: string): void {
  try {
    loadEnvFile(file);
  } catch (error) {
    throw new CommandError(`Cannot read the environment file ${file}: ${reasonOf(error)}`);
  }
}

/** Sets the option on every subcommand, because commander does not inherit settings added with `addCommand`. */
function showUsageOnError(command: Command): void {
  command.showHelpAfterError();
  for (const subcommand of command.commands) showUsageOnError(subcommand);
}
