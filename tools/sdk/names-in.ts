import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Names of members that the source text in these directories uses, tests apart. */
export function memberNamesIn(directories: readonly string[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const directory of directories)
    for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
      if (/(?<!\.test)\.tsx?$/.test(file))
        for (const [, name = ''] of readFileSync(path.join(directory, file), 'utf8').matchAll(/\.\s*(\w+)/g))
          names.add(name);
  return names;
}
