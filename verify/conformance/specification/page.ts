import type { Section } from './requirement.ts';

/** Returns docs/spec/specification.md, one table for each section. */
export function specificationPage(sections: readonly Section[]): string {
  const all = sections.flatMap(({ requirements }) => requirements);
  const rules = new Set(all.flatMap((requirement) => requirement.rules));
  return `# Requirements of the specification

The requirements of the API specification (S) and those of integrations (T), and the [rules of conformance](conformance.md) that hold each of them.
\`npm run conformance -- --write-docs\` generates this page; \`npm run conformance\` asks the rules of a server.
${all.length} requirements are held by ${rules.size} rules.

${sections.map(sectionTable).join('\n')}`;
}

function sectionTable({ id, title, requirements }: Section): string {
  const rows = requirements.map(
    (requirement) => `| ${requirement.id} | ${requirement.sentence} | ${requirement.rules.join(', ')} |`,
  );
  return `## ${id} ${title}\n\n| id | requirement | rules |\n|---|---|---|\n${rows.join('\n')}\n`;
}
