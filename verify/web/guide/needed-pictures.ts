import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DOCS = path.resolve(import.meta.dirname, '../../../docs');
const GUIDE = path.join(DOCS, 'guide');

export const GUIDE_PICTURES = path.join(DOCS, 'images/guide');

/** A picture of the guide: a scene on a small window, or on a phone where its name ends so. */
export type GuidePicture = { readonly name: string; readonly scene: string; readonly isPhone: boolean };

/** Every picture that a page of the guide names, once. */
export function neededPictures(): GuidePicture[] {
  const pages = globSync('*.md', { cwd: GUIDE });
  const names = pages.flatMap((page) =>
    [
      ...readFileSync(path.join(GUIDE, page), 'utf8').matchAll(/\]\(\.\.\/images\/guide\/([\w-]+)\.png\)/g),
    ].map(([, name = '']) => name),
  );
  return [...new Set(names)].toSorted().map((name) => {
    const isPhone = name.endsWith('-phone');
    return { name, scene: isPhone ? name.slice(0, -'-phone'.length) : name, isPhone };
  });
}
