import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Catalogue } from '../catalogue.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';
import { deprecationMark, methodBadge } from './parts.ts';
import type { View } from './layout.ts';

const MAX_RESULTS = 60;

/** The search results for browsers that run no script. */
export function searchView(catalogue: Catalogue, term: string): View {
  const found = find(catalogue, term).slice(0, MAX_RESULTS);
  return {
    title: term === '' ? 'Search' : `Search for ${term}`,
    href: '/api/search',
    main: html` <h1>${term === '' ? 'Search' : `“${term}”`}</h1>
      ${
        found.length === 0
          ? html`<p class="lead">No results.</p>`
          : html`<ul class="found">
              ${found.map(({ item }) => item)}
            </ul>`
      }`,
  };
}

type Found = { readonly rank: number; readonly item: Html };

/** Matches in a name rank first, then synonyms, then names of deprecated operations, then descriptions. */
const RANK = { name: 5, synonym: 4, deprecatedName: 3, text: 2, deprecatedText: 1, none: 0 } as const;

/** Every word of the term must occur in the name, the synonyms or the descriptions. */
function find(catalogue: Catalogue, term: string): readonly Found[] {
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const isIn = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const rankOf = (name: string, text: string): number =>
    isIn(name) ? RANK.name : isIn(`${name} ${text}`) ? RANK.text : RANK.none;
  const rankOfOperation = (endpoint: Endpoint): number => {
    const rank = rankOf(`${endpoint.summary} ${endpoint.id} ${endpoint.path}`, textsOf(endpoint));
    if (endpoint.deprecated === true && rank !== RANK.none)
      return rank === RANK.name ? RANK.deprecatedName : RANK.deprecatedText;
    return rank !== RANK.name && endpoint.synonyms?.some(isIn) === true ? RANK.synonym : rank;
  };
  return [
    ...catalogue.operations.map(({ endpoint, href }) => ({
      rank: rankOfOperation(endpoint),
      item: html`<li>
        ${methodBadge(endpoint.method)} <a href="${href}">${endpoint.summary}</a>${deprecationMark(endpoint)}
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
    ...catalogue.integrations.map(({ integration, href }) => ({
      rank: rankOf(`${integration.displayName} ${integration.name} webhook`, integration.about),
      item: html`<li>
        <span class="method">WEBHOOK</span> <a href="${href}">${integration.displayName}</a>
        <p>${prose(integration.about)}</p>
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
    .filter(({ rank }) => rank !== RANK.none)
    .toSorted((a, b) => b.rank - a.rank);
}

function textsOf({ doc, synonyms = [], parameters }: Endpoint): string {
  return [
    doc,
    ...synonyms,
    ...Object.entries(parameters).map(([name, { doc: about }]) => `${name} ${about}`),
  ].join(' ');
}
