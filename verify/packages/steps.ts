import { say, table } from '../bench/support/figures.ts';

export type Steps = {
  /** Runs one step; a failure is a row of the table and ends the run. The work may return a note. */
  readonly step: (
    name: string,
    work: () => string | undefined | Promise<string | undefined>,
  ) => Promise<void>;
  /** Prints the table; false if a step failed. */
  readonly end: () => boolean;
};

/** Thrown by a step whose result is wrong. */
export class StepError extends Error {
  override readonly name = 'StepError';
}

export function check(condition: boolean, sentence: string): void {
  if (!condition) throw new StepError(sentence);
}

const NOTE_LENGTH = 100;

/** The steps of a run, whose title begins the last line. */
export function createSteps(title: string): Steps {
  const rows: string[][] = [];
  let failed = 0;
  return {
    step: async (name, work) => {
      const began = performance.now();
      const settle = (mark: string, note = ''): void => {
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        rows.push([`${mark} ${name}`, seconds, note.split('\n')[0]?.slice(0, NOTE_LENGTH) ?? '']);
        say(`${mark} ${name.padEnd(60)} ${seconds.padStart(6)} s  ${note}`);
      };
      try {
        settle('✓', await work());
      } catch (error) {
        failed += 1;
        settle('✗', error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    end: () => {
      table(['step', 'seconds', 'note'], rows);
      say();
      say(`${title}: ${rows.length - failed} of ${rows.length} steps are as they must be`);
      return failed === 0;
    },
  };
}
