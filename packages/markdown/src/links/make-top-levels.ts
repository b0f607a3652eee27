import { writeFileSync } from 'node:fs';
import domains from 'tlds' with { type: 'json' };

/** Endings of file names that happen to be top-level domains. */
const LOOK_ALIKES: ReadonlySet<string> = new Set(['java', 'md', 'mov', 'py', 'zip']);
/** One digit says how much of the name before is repeated. */
const MAX_SHARED_LETTERS = 9;

/** The text of `top-levels.ts`: each name as the length it shares with the one before, and the rest. */
export function makeTopLevels(): string {
  const names = domains.filter((name) => /^[a-z]+$/.test(name) && !LOOK_ALIKES.has(name)).toSorted();
  let before = '';
  let packed = '';
  for (const name of names) {
    let shared = 0;
    while (shared < MAX_SHARED_LETTERS && name[shared] === before[shared] && shared < name.length) shared++;
    packed += `${shared}${name.slice(shared)}`;
    before = name;
  }
  const lines = packed.match(/.{1,100}/g) ?? [];
  return `${HEADER}export const TOP_LEVELS = \`\n${lines.join('\n')}\n\`;\n`;
}

const HEADER = `// Made by make-top-levels.ts from the package tlds: change that.

/** Known top-level domains in order, each as the number of letters it shares with the one before and the rest. */
`;

if (import.meta.main) writeFileSync(new URL('top-levels.ts', import.meta.url), makeTopLevels());
