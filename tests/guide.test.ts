import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createBook } from '../packages/server/src/app/book/book.ts';
import { guide } from '../packages/server/src/app/book/contents.ts';
import { GUIDE_PICTURES, neededPictures } from '../verify/web/guide/needed-pictures.ts';
import { scenes } from '../verify/web/scenes/all.ts';

const VIEWS = path.resolve(import.meta.dirname, '../packages/web/src/views');
const book = createBook(guide);

function sourceOf(file: string): string {
  return readFileSync(path.join(VIEWS, file), 'utf8');
}

test.each(['settings/settings-pages.ts', 'organization/organization-pages.ts'])(
  'every page of %s links to a place of the guide that exists',
  (file) => {
    const links = [...sourceOf(file).matchAll(/\bguide: '([^']*)'/g)].map(([, link = '']) => link);
    expect(links).toHaveLength([...sourceOf(file).matchAll(/\bid: '/g)].length);
    const broken = links.filter((link) => {
      const [page = '', anchor] = link.split('#');
      const sections = book.pageAt(`/help/${page}`)?.sections;
      return !sections?.some((section) => anchor === undefined || section.anchor === anchor);
    });
    expect(broken).toEqual([]);
  },
);

test('every picture of the guide is of a scene and lies in the repository, and no other does', () => {
  const pictures = neededPictures();
  const names = new Set(scenes.map(({ name }) => name));
  expect(pictures.filter(({ scene }) => !names.has(scene))).toEqual([]);
  // `npm run guide:pictures` takes them.
  expect(globSync('*', { cwd: GUIDE_PICTURES }).toSorted()).toEqual(
    pictures.map(({ name }) => `${name}.png`).toSorted(),
  );
});

test('pages of the guide are short', () => {
  const long = book.paths.filter((address) => {
    const lines = book.pageAt(address)?.sections.flatMap((section) => section.lines) ?? [];
    return lines.join(' ').split(/\s+/).length > 600;
  });
  expect(long).toEqual([]);
});

/** Questions of people, the page that answers, as in the test of the book. */
test.each([
  ['how do I change my password', '/help/account'],
  ['lost phone authenticator', '/help/account'],
  ['invite by link', '/help/invite'],
  ['mute a channel', '/help/muted'],
  ['person leaves deactivate', '/help/roles'],
  ['send later', '/help/drafts'],
  ['report a message', '/help/reports'],
  ['import slack', '/help/import'],
  ['dark theme', '/help/look'],
  ['iphone notifications', '/help/phone'],
  ['emoji upload', '/help/emoji'],
  ['spoiler', '/help/format'],
])('the search of the guide answers "%s"', async (question, href) => {
  const found = await book.find(question);
  expect(found.slice(0, 4).map(({ page }) => page.href)).toContain(href);
});
