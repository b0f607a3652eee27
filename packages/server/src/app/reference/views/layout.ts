import { FEATURE_LEVEL } from '@parley/contract/level.ts';
import type { Catalogue } from '../catalogue.ts';
import { html, Html } from '../../../http/html/html.ts';
import { deprecationMark, methodBadge } from './parts.ts';

export type View = {
  readonly title: string;
  /** The path of the page, which is highlighted in the navigation. */
  readonly href: string;
  readonly main: Html;
  /** Examples, shown beside the text on wide screens. */
  readonly aside?: Html;
};

/** Renders a page. It is readable without the script, which adds search, the form and the colour theme. */
export function layout(catalogue: Catalogue, { title, href, main, aside }: View): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Parley API</title>
        <link rel="icon" href="/static/images/organization.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/api/reference.css" />
        <script src="/api/reference.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        <header class="bar">
          <a class="home" href="/api/" aria-label="Parley API"
            ><img src="/static/images/organization.svg" alt="" width="28" height="28" /><span
              >Parley <b>API</b></span
            ></a
          >
          <form class="search" action="/api/search" role="search">
            <input
              type="search"
              name="q"
              aria-label="Search the reference"
              placeholder="Search"
              autocomplete="off"
              spellcheck="false"
            />
            <kbd aria-hidden="true">/</kbd>
          </form>
          <a class="level" href="/api/#levels" title="Feature level">level ${FEATURE_LEVEL}</a>
          <a class="document" href="/api/openapi.json">openapi.json</a>
          <button class="theme" type="button" hidden aria-label="Switch between light and dark"></button>
          <a class="menu" href="#navigation">Menu</a>
        </header>
        <div class="columns">
          <nav id="navigation" aria-label="Reference">
            <a class="close" href="#main">Close</a>
            ${navigation(catalogue, href)}
          </nav>
          <main id="main" class="${aside === undefined ? 'plain' : 'sided'}">
            <article>${main}</article>
            ${aside === undefined ? '' : html`<aside class="examples" aria-label="Example">${aside}</aside>`}
          </main>
        </div>
      </body>
    </html> `.text;
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

function group(title: string, isOpen: boolean, items: readonly Html[]): Html {
  return html`<details${isOpen ? new Html(' open') : ''}><summary>${title}</summary><ul>${items}</ul></details>
`;
}

function link(target: string, label: Html | string, here: string): Html {
  return html`<a href="${target}" ${target === here ? new Html(' aria-current="page"') : ''}>${label}</a>`;
}
