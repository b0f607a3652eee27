import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DOCS = path.resolve(import.meta.dirname, '../../../docs');
/** Pages with pictures of the client: the user guide, and one for those who connect a program. */
const PAGES = ['guide/*.md', 'connect-an-assistant.md'];

export const GUIDE_PICTURES = path.join(DOCS, 'images/guide');

/** A picture of the guide: a scene on a small window, or on a phone where its name ends so. */
export type GuidePicture = { readonly name: string; readonly scene: string; readonly isPhone: boolean };

/** Every picture that one of the pages names, once. */
export function neededPictures(): GuidePicture[] {
  const pages = globSync(PAGES, { cwd: DOCS });
  const names = pages.flatMap((page) =>
    [
      ...readFileSync(path.join(DOCS, page), 'utf8').matchAll(
        /\]\((?:\.\.\/)?images\/guide\/([\w-]+)\.png\)/g,
      ),
    ].map(([, name = '']) => name),
  );
  return [...new Set(names)].toSorted().map((name) => {
    const isPhone = name.endsWith('-phone');
    return { name, scene: isPhone ? name.slice(0, -'-phone'.length) : name, isPhone };
  });
}
