import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Names of members that the source text in these directories uses, tests apart. */
export function memberNamesIn(directories: readonly string[]): ReadonlySet<string> {
  const found = textsIn(directories).flatMap((text) =>
    Array.from(text.matchAll(/\.\s*(\w+)/g), ([, name = '']) => name),
  );
  return new Set(found);
}

/** The source texts in these directories, tests apart. */
export function textsIn(directories: readonly string[]): string[] {
  return directories.flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => readFileSync(path.join(directory, file), 'utf8')),
  );
}
