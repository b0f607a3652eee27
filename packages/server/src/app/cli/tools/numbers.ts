import { CommandError } from '../explain.ts';

/** The number that an argument or option is. */
export function numberOf(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new CommandError(`${name}: a number is expected.`);
  return Number(text);
}
