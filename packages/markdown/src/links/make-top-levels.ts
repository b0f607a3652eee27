import { writeFileSync } from 'node:fs';
import domains from 'tlds' with { type: 'json' };

/** Endings of file names that happen to be top-level domains. */
const lookAlikes: ReadonlySet<string> = new Set(['java', 'md', 'mov', 'py', 'zip']);
/** One digit says how much of the name before is repeated. */
const mostShared = 9;

/** The text of `top-levels.ts`: each name as the length it shares with the one before, and the rest. */
export function makeTopLevels(): string {
  const names = domains.filter((name) => /^[a-z]+$/.test(name) && !lookAlikes.has(name)).toSorted();
  let before = '';
  let packed = '';
  for (const name of names) {
    let shared = 0;
    while (shared < mostShared && name[shared] === before[shared] && shared < name.length) shared++;
    packed += `${shared}${name.slice(shared)}`;
    before = name;
  }
  const lines = packed.match(/.{1,100}/g) ?? [];
  return `${header}export const topLevels = \`\n${lines.join('\n')}\n\`;\n`;
}

const header = `// Made by make-top-levels.ts from the package tlds: change that.

/** Known top-level domains in order, each as the number of letters it shares with the one before and the rest. */
`;

if (import.meta.main) writeFileSync(new URL('top-levels.ts', import.meta.url), makeTopLevels());
