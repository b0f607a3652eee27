import type { Catalogue } from '../catalogue.ts';
import { html, type Html } from '../../html/html.ts';
import { prose } from '../prose.ts';
import { methodBadge } from './parts.ts';
import type { View } from './layout.ts';

const MOST = 60;

/** What the search field finds without a script. */
export const searchView = (catalogue: Catalogue, asked: string): View => {
  const found = find(catalogue, asked).slice(0, MOST);
  return {
    title: asked === '' ? 'Search' : `Search for ${asked}`,
    href: '/api/search',
    main: html` <h1>${asked === '' ? 'Search' : `“${asked}”`}</h1>
      ${
        found.length === 0
          ? html`<p class="lead">Nothing was found.</p>`
          : html`<ul class="found">
              ${found.map(({ item }) => item)}
            </ul>`
      }`,
  };
};

type Found = { readonly rank: number; readonly item: Html };

/** Every word must be somewhere; those in a name come before those in a text. */
const find = (catalogue: Catalogue, asked: string): readonly Found[] => {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const rankOf = (name: string, text: string): number => {
    const inName = name.toLowerCase();
    const anywhere = `${inName} ${text.toLowerCase()}`;
    if (!words.every((word) => anywhere.includes(word))) return 0;
    return words.every((word) => inName.includes(word)) ? 2 : 1;
  };
  return [
    ...catalogue.operations.map(({ endpoint, href }) => ({
      rank: rankOf(`${endpoint.summary} ${endpoint.id} ${endpoint.path}`, endpoint.doc),
      item: html`<li>
        ${methodBadge(endpoint.method)} <a href="${href}">${endpoint.summary}</a>
        <p>${prose(endpoint.doc)}</p>
      </li>`,
    })),
    ...catalogue.events.map(({ type, href, kinds }) => ({
      rank: rankOf(type, kinds.map(({ doc }) => doc).join(' ')),
      item: html`<li>
        <span class="method">EVENT</span> <a href="${href}"><code>${type}</code></a>
        <p>${prose(kinds[0]?.doc ?? '')}</p>
      </li>`,
    })),
    ...catalogue.objects.map(({ name, href, doc }) => ({
      rank: rankOf(name, doc),
      item: html`<li>
        <span class="method">OBJECT</span> <a href="${href}">${name}</a>
        <p>${prose(doc)}</p>
      </li>`,
    })),
  ]
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank);
};
