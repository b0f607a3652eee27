import { topLevels } from './top-levels.ts';

/** Whether a name ends in a top-level domain that exists and does not look like a file's ending. */
export function hasKnownTopLevel(domain: string): boolean {
  known ??= unpack(topLevels);
  return known.has(domain.slice(domain.lastIndexOf('.') + 1).toLowerCase());
}

let known: ReadonlySet<string> | undefined;

function unpack(packed: string): ReadonlySet<string> {
  const names = new Set<string>();
  let name = '';
  for (const [, shared = '', rest = ''] of packed.replaceAll('\n', '').matchAll(/(\d)([a-z]*)/g)) {
    name = name.slice(0, Number(shared)) + rest;
    names.add(name);
  }
  return names;
}
