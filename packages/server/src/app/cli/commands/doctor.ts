import { Command } from 'commander';
import { runChecks } from '../doctor/run-checks.ts';
import { summaryOf, tableOf } from '../doctor/table.ts';
import { print } from '../print.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'check configuration, PostgreSQL, e-mail, message bus and port, and print how to fix each failed check',
    )
    .action(async () => {
      const results = await runChecks();
      for (const line of tableOf(results)) print(line);
      print('');
      print(summaryOf(results));
      if (results.some(({ status }) => status === 'failed')) process.exitCode = 1;
    });
}
