import { badRequest } from '../../../engine/api-error.ts';

/** Flags that users can change. */
export type Flag = 'read' | 'starred' | 'collapsed';
export type FlagChange = { readonly flag: Flag; readonly op: 'add' | 'remove' };

const CHANGEABLE: ReadonlySet<string> = new Set<Flag>(['read', 'starred', 'collapsed']);
const FIXED: ReadonlySet<string> = new Set([
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'group_mentioned',
  'has_alert_word',
  'historical',
  'force_expand',
  'force_collapse',
]);

function isChangeable(name: string): name is Flag {
  return CHANGEABLE.has(name);
}

export function flagOf(name: string): Flag {
  if (isChangeable(name)) return name;
  throw badRequest(FIXED.has(name) ? `The flag '${name}' cannot be changed.` : `There is no flag '${name}'.`);
}
