import { once } from '../once.ts';
import { TOP_LEVELS } from './top-levels.ts';

/** Whether a name ends in a top-level domain that exists and does not look like a file's ending. */
export function hasKnownTopLevel(domain: string): boolean {
  return topLevels().has(domain.slice(domain.lastIndexOf('.') + 1).toLowerCase());
}

const topLevels = once(() => unpack(TOP_LEVELS));

function unpack(packed: string): ReadonlySet<string> {
  const names = new Set<string>();
  let name = '';
  for (const [, shared = '', rest = ''] of packed.replaceAll('\n', '').matchAll(/(\d)([a-z]*)/g)) {
    name = name.slice(0, Number(shared)) + rest;
    names.add(name);
  }
  return names;
}
