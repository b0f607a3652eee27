import { builtInViews } from '@parley/contract/objects/navigation-view.ts';
import { badRequest } from '../problem.ts';

const builtIn: ReadonlySet<string> = new Set(builtInViews);

/** The name under which a view is stored: built-in views have none, all others need one. */
export const nameOf = (fragment: string, given: string | undefined): string | null => {
  if (builtIn.has(fragment)) {
    if (given !== undefined) throw badRequest('A built-in view has no name of its own.');
    return null;
  }
  if (given === undefined) throw badRequest('A view of your own needs a name.');
  return filled('name', given);
};

export const filled = (parameter: string, text: string): string => {
  const trimmed = text.trim();
  if (trimmed === '') throw badRequest(`The ${parameter} of a view must not be blank.`);
  return trimmed;
};
