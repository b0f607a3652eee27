import { html, type Html } from '../../http/html/html.ts';
import { VERSION } from '../../engine/version.ts';
import { frame, group, link } from '../site/frame.ts';
import { hrefOf, type Chapter, type Shelf } from './contents.ts';
import type { BookPage } from './read-page.ts';
import type { BookMatch } from './search-book.ts';

/** Titles of all pages by their files. */
type Titles = ReadonlyMap<string, string>;

export function pageView(shelf: Shelf, titles: Titles, { title, href, content, sections }: BookPage): string {
  const parts = sections.slice(1);
  const onThisPage =
    parts.length < 3
      ? undefined
      : html`<p class="caption">On this page</p>
          <ul class="parts">
            ${parts.map(({ heading, anchor }) => html`<li><a href="#${anchor}">${heading}</a></li>`)}
          </ul>`;
  return bookFrame(shelf, titles, {
    title,
    href,
    main: html`<div class="prose">${content}</div>`,
    aside: onThisPage,
  });
}

export function searchView(shelf: Shelf, titles: Titles, term: string, found: readonly BookMatch[]): string {
  const main = html` <h1>${term === '' ? 'Search' : `“${term}”`}</h1>
    ${
      found.length === 0
        ? html`<p class="lead">No results.</p>`
        : html`<ul class="found">
            ${found.map(
              ({ page, section, line }) =>
                html`<li>
                  <a href="${page.href}#${section.anchor}">${page.title}</a>
                  ${section.heading === page.title ? '' : html`<span class="mark">${section.heading}</span>`}
                  <p>${line}</p>
                </li>`,
            )}
          </ul>`
    }`;
  return bookFrame(shelf, titles, {
    title: term === '' ? 'Search' : `Search for ${term}`,
    href: searchOf(shelf),
    main,
  });
}

type Content = {
  readonly title: string;
  readonly href: string;
  readonly main: Html;
  readonly aside?: Html | undefined;
};

function bookFrame(shelf: Shelf, titles: Titles, { title, href, main, aside }: Content): string {
  const { name, home, next, searchLabel, chapters } = shelf;
  return frame({
    title,
    site: name,
    home,
    search: { action: searchOf(shelf), label: searchLabel, everything: 'Search all pages' },
    links: html`<span class="level">${VERSION}</span> <a href="${next.href}">${next.label}</a>`,
    navigation: html`${chapters.map((chapter) =>
      chapterEntry(titles, chapter, href, href === home || href === searchOf(shelf)),
    )}`,
    main,
    aside,
  });
}

function searchOf({ home }: Shelf): string {
  return `${home}search`;
}

function chapterEntry(titles: Titles, { title, files }: Chapter, href: string, isOpen: boolean): Html {
  const present = files.filter((file) => titles.has(file));
  return group(
    title,
    isOpen || present.some((file) => hrefOf(file) === href),
    present.map((file) => html`<li>${link(hrefOf(file), titles.get(file) ?? file, href)}</li>`),
  );
}
