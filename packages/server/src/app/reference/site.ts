import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readCatalogue, type Catalogue } from './catalogue.ts';
import { documentWithExamples } from './openapi-examples.ts';
import { errorsView } from './views/errors.ts';
import { eventsView, eventView } from './views/events.ts';
import { layout, type View } from './views/layout.ts';
import { objectView } from './views/object.ts';
import { operationView } from './views/operation.ts';
import { searchView } from './views/search.ts';
import { startView } from './views/start.ts';

export type Sheet = { readonly type: string; readonly body: string; readonly tag: string };

/** All sheets of the reference, each made when somebody first asks for it. */
export type Site = {
  at(path: string): Sheet | undefined;
  search(asked: string): Sheet;
  readonly paths: readonly string[];
};

const HTML = 'text/html; charset=utf-8';

export function createSite(catalogue: Catalogue = readCatalogue()): Site {
  const view = (make: () => View) => () => sheet(HTML, layout(catalogue, make()));
  const asset = (name: string, type: string) => () => sheet(type, readAsset(name));
  const makers = new Map<string, () => Sheet>([
    ['/api/', view(() => startView(catalogue))],
    ['/api/errors', view(() => errorsView(catalogue))],
    ['/api/events', view(() => eventsView(catalogue))],
    ...catalogue.operations.map(
      (operation) => [operation.href, view(() => operationView(catalogue, operation))] as const,
    ),
    ...catalogue.events.map((type) => [type.href, view(() => eventView(catalogue, type))] as const),
    ...catalogue.objects.map((object) => [object.href, view(() => objectView(catalogue, object))] as const),
    ['/api/reference.css', asset('reference.css', 'text/css; charset=utf-8')],
    ['/api/reference.js', asset('reference.js', 'text/javascript; charset=utf-8')],
    [
      '/api/openapi.json',
      () => sheet('application/json', `${JSON.stringify(documentWithExamples(catalogue), null, 1)}\n`),
    ],
  ]);
  const made = new Map<string, Sheet>();
  return {
    at: (path) => {
      const known = made.get(path) ?? makers.get(path)?.();
      if (known !== undefined) made.set(path, known);
      return known;
    },
    search: (asked) => sheet(HTML, layout(catalogue, searchView(catalogue, asked))),
    paths: [...makers.keys()],
  };
}

function readAsset(name: string): string {
  return readFileSync(new URL(`assets/${name}`, import.meta.url), 'utf8');
}

function sheet(type: string, body: string): Sheet {
  return {
    type,
    body,
    tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
}
