import type { Stage } from './stage.ts';

/** One thing that an unmodified client relies on. */
export type Check = {
  readonly part: 'zulip-js' | 'habits' | 'fields' | 'values' | 'media' | 'bytes';
  readonly name: string;
  /** Throws what is wrong. */
  readonly run: (stage: Stage) => Promise<void>;
};

export function check(part: Check['part'], name: string, run: Check['run']): Check {
  return { part, name, run };
}
