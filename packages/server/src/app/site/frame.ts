import { html, Html } from '../../http/html/html.ts';

/** A page of the server's documentation: its text, and the site around it. */
export type Frame = {
  readonly title: string;
  /** The name of the site, beside that of the product. */
  readonly site: string;
  readonly home: string;
  readonly search: {
    readonly action: string;
    readonly label: string;
    /** The link below the navigation that searches all texts. */
    readonly everything: string;
  };
  /** Links at the right of the bar. */
  readonly links: Html;
  readonly navigation: Html;
  readonly main: Html;
  /** Examples, shown beside the text on wide screens. */
  readonly aside?: Html | undefined;
};

/** Renders a page. It is readable without the script, which adds search, the form and the colour theme. */
export function frame({ title, site, home, search, links, navigation, main, aside }: Frame): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Parley ${site}</title>
        <link rel="icon" href="/static/images/organization.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/api/reference.css" />
        <script src="/api/reference.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        <header class="bar">
          <a class="home" href="${home}" aria-label="Parley ${site}"
            ><img src="/static/images/organization.svg" alt="" width="28" height="28" /><span
              >Parley <b>${site}</b></span
            ></a
          >
          <form class="search" action="${search.action}" role="search" data-everything="${search.everything}">
            <input
              type="search"
              name="q"
              aria-label="${search.label}"
              placeholder="Search"
              autocomplete="off"
              spellcheck="false"
            />
            <kbd aria-hidden="true">/</kbd>
          </form>
          ${links}
          <button class="theme" type="button" hidden aria-label="Switch between light and dark"></button>
          <a class="menu" href="#navigation">Menu</a>
        </header>
        <div class="columns">
          <nav id="navigation" aria-label="${site}">
            <a class="close" href="#main">Close</a>
            ${navigation}
          </nav>
          <main id="main" class="${aside === undefined ? 'plain' : 'sided'}">
            <article>${main}</article>
            ${aside === undefined ? '' : html`<aside class="examples" aria-label="Example">${aside}</aside>`}
          </main>
        </div>
      </body>
    </html> `.text;
}

/** A group of the navigation that can be closed. */
export function group(title: string, isOpen: boolean, items: readonly Html[]): Html {
  return html`<details${isOpen ? new Html(' open') : ''}><summary>${title}</summary><ul>${items}</ul></details>
`;
}

/** A link of the navigation, marked on its own page. */
export function link(target: string, label: Html | string, here: string): Html {
  return html`<a href="${target}" ${target === here ? new Html(' aria-current="page"') : ''}>${label}</a>`;
}
