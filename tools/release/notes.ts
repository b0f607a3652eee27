import { FIRST_SUPPORTED, compareVersions } from '@parley/server/engine/migrations/releases.ts';

export type Section = { readonly version: string; readonly released: string; readonly text: string };

const HEADING = /^(\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$/;
/** Parts without which an operator cannot decide about an upgrade. */
const NEEDED = ['What to do', 'How to go back'];

/** The releases that the changelog describes, newest first. */
export function sectionsOf(changelog: string): Section[] {
  return changelog.split('\n## ').flatMap((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const [, version, released] = HEADING.exec(heading) ?? [];
    return version === undefined || released === undefined
      ? []
      : [{ version, released, text: lines.join('\n').trim() }];
  });
}

/** Parts of a section that are missing or say nothing. */
export function lackingParts(text: string): string[] {
  return NEEDED.filter((part) => {
    const [, body = ''] = `\n${text}\n`.split(`\n### ${part}\n`);
    return !/\w/.test(body.split('\n### ')[0] ?? '');
  });
}

/** The notes of a release: its section of the changelog. Links lead to the pages in its packages. */
export function notesOf({ version, released, text }: Section): string {
  return `# Parley ${version}\n\nReleased on ${released}.\n\n${text}\n`;
}

/** The list for `parley version --check`. */
export function releaseListOf(sections: readonly Section[]): string {
  const releases = sections
    .filter(({ version }) => compareVersions(version, FIRST_SUPPORTED) >= 0)
    .map(({ version, released, text }) => ({ version, released, security: /^### Security$/m.test(text) }))
    .toReversed();
  return `${JSON.stringify({ releases }, undefined, 2)}\n`;
}
