import { FEATURE_LEVEL } from '@parley/contract/level.ts';
import type { Catalogue } from '../catalogue.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { frame, group, link } from '../../site/frame.ts';
import { deprecationMark, methodBadge } from './parts.ts';

export type View = {
  readonly title: string;
  /** The path of the page, which is highlighted in the navigation. */
  readonly href: string;
  readonly main: Html;
  /** Examples, shown beside the text on wide screens. */
  readonly aside?: Html;
};

export function layout(catalogue: Catalogue, { title, href, main, aside }: View): string {
  return frame({
    title,
    site: 'API',
    home: '/api/',
    search: { action: '/api/search', label: 'Search the reference', everything: 'Search all descriptions' },
    links: html`<a href="/docs/">Docs</a>
      <a class="level" href="/api/#levels" title="Feature level">level ${FEATURE_LEVEL}</a>
      <a class="document" href="/api/openapi.json">openapi.json</a>`,
    navigation: navigation(catalogue, href),
    main,
    aside,
  });
}

function navigation({ topics, events, objects, integrations }: Catalogue, href: string): Html {
  return html` <ul class="guide">
      <li>${link('/api/', 'Start here', href)}</li>
      <li>${link('/api/errors', 'Errors', href)}</li>
    </ul>
    <h2>Operations</h2>
    ${topics.map(({ title, operations }) =>
      group(
        title,
        operations.some((operation) => operation.href === href),
        operations.map(
          ({ endpoint, href: target }) =>
            html`<li
              data-find="${[endpoint.id, endpoint.path, title, ...(endpoint.synonyms ?? [])].join(' ')}"
            >
              ${link(
                target,
                html`<span>${endpoint.summary}${deprecationMark(endpoint)}</span
                  >${methodBadge(endpoint.method)}`,
                href,
              )}
            </li>`,
        ),
      ),
    )}
    <h2>Integrations</h2>
    ${group('All integrations', href.startsWith('/api/integrations'), [
      html`<li>${link('/api/integrations', 'Overview', href)}</li>`,
      ...integrations.map(
        ({ integration, href: target }) =>
          html`<li data-find="integration webhook ${integration.name}">
            ${link(target, integration.displayName, href)}
          </li>`,
      ),
    ])}
    <h2>Events</h2>
    ${group('All events', href.startsWith('/api/events'), [
      html`<li>${link('/api/events', 'How events arrive', href)}</li>`,
      ...events.map(
        ({ type, href: target }) =>
          html`<li data-find="event">${link(target, html`<code>${type}</code>`, href)}</li>`,
      ),
    ])}
    <h2>Objects</h2>
    ${group(
      'All objects',
      href.startsWith('/api/objects'),
      objects.map(({ name, href: target }) => html`<li data-find="object">${link(target, name, href)}</li>`),
    )}`;
}
