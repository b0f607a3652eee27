import { Command } from 'commander';
import { examine } from '../doctor/examine.ts';
import { summaryOf, tableOf } from '../doctor/table.ts';
import { say } from '../say.ts';

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('look at everything the server needs, and say what to do about what is wrong')
    .action(async () => {
      const findings = await examine();
      for (const line of tableOf(findings)) say(line);
      say('');
      say(summaryOf(findings));
      if (findings.some(({ mark }) => mark === 'bad')) process.exitCode = 1;
    });
}
