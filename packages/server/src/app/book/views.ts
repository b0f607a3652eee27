import { html, type Html } from '../../http/html/html.ts';
import { VERSION } from '../../engine/version.ts';
import { frame, group, link } from '../site/frame.ts';
import { chapters, hrefOf } from './contents.ts';
import type { BookPage } from './read-page.ts';
import type { BookMatch } from './search-book.ts';

/** Titles of all pages by their files. */
type Titles = ReadonlyMap<string, string>;

export function pageView(titles: Titles, { title, href, content, sections }: BookPage): string {
  const parts = sections.slice(1);
  const onThisPage =
    parts.length < 3
      ? undefined
      : html`<p class="caption">On this page</p>
          <ul class="parts">
            ${parts.map(({ heading, anchor }) => html`<li><a href="#${anchor}">${heading}</a></li>`)}
          </ul>`;
  return bookFrame(titles, title, href, html`<div class="prose">${content}</div>`, onThisPage);
}

export function searchView(titles: Titles, term: string, found: readonly BookMatch[]): string {
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
  return bookFrame(titles, term === '' ? 'Search' : `Search for ${term}`, '/docs/search', main, undefined);
}

function bookFrame(titles: Titles, title: string, href: string, main: Html, aside: Html | undefined): string {
  return frame({
    title,
    site: 'Docs',
    home: '/docs/',
    search: { action: '/docs/search', label: 'Search the documentation', everything: 'Search all pages' },
    links: html`<span class="level">${VERSION}</span> <a href="/api/">API</a>`,
    navigation: html`${chapters.map((chapter) => chapterEntry(titles, chapter, href))}`,
    main,
    aside,
  });
}

function chapterEntry(titles: Titles, { title, files }: (typeof chapters)[number], href: string): Html {
  const present = files.filter((file) => titles.has(file));
  return group(
    title,
    href === '/docs/' || href === '/docs/search' || present.some((file) => hrefOf(file) === href),
    present.map((file) => html`<li>${link(hrefOf(file), titles.get(file) ?? file, href)}</li>`),
  );
}
