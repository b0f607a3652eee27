import { readFileSync } from 'node:fs';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { documentWithExamples } from './openapi-examples.ts';
import { errorsView } from './views/errors.ts';
import { eventsView, eventView } from './views/events.ts';
import { integrationsView, integrationView } from './views/integrations.ts';
import { layout, type View } from './views/layout.ts';
import { objectView } from './views/object.ts';
import { operationView } from './views/operation.ts';
import { searchView } from './views/search.ts';
import { startView } from './views/start.ts';
import { HTML, siteFile, type SiteFile } from '../site/site-file.ts';

/** The files of the reference, each rendered on the first request and then cached. */
export type Site = {
  at(path: string): SiteFile | undefined;
  search(term: string): SiteFile;
  readonly paths: readonly string[];
};

export function createSite(catalogue: Catalogue = readCatalogue()): Site {
  const view = (render: () => View) => () => siteFile(HTML, layout(catalogue, render()));
  const asset = (name: string, type: string) => () => siteFile(type, readAsset(name));
  const renderers = new Map<string, () => SiteFile>([
    ['/api/', view(() => startView(catalogue))],
    ['/api/errors', view(() => errorsView(catalogue))],
    ['/api/events', view(() => eventsView(catalogue))],
    ...catalogue.operations.map(
      (operation) => [operation.href, view(() => operationView(catalogue, operation))] as const,
    ),
    ...catalogue.events.map((type) => [type.href, view(() => eventView(catalogue, type))] as const),
    ...catalogue.objects.map((object) => [object.href, view(() => objectView(catalogue, object))] as const),
    ['/api/integrations', view(() => integrationsView(catalogue))],
    ...catalogue.integrations.map((entry) => [entry.href, view(() => integrationView(entry))] as const),
    ['/api/reference.css', asset('reference.css', 'text/css; charset=utf-8')],
    ['/api/reference.js', asset('reference.js', 'text/javascript; charset=utf-8')],
    [
      '/api/openapi.json',
      () => siteFile('application/json', `${JSON.stringify(documentWithExamples(catalogue), null, 1)}\n`),
    ],
  ]);
  const cache = new Map<string, SiteFile>();
  return {
    at: (path) => {
      const file = cache.get(path) ?? renderers.get(path)?.();
      if (file !== undefined) cache.set(path, file);
      return file;
    },
    search: (term) => siteFile(HTML, layout(catalogue, searchView(catalogue, term))),
    paths: [...renderers.keys()],
  };
}

function readAsset(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
}
