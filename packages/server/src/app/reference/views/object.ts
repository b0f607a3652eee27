import type { Json } from '@parley/contract/json-schema.ts';
import type { Catalogue, ObjectType } from '../catalogue.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';
import type { View } from './layout.ts';
import { inside, typeWords } from './schema.ts';

/** The page of an object that operations and events contain. */
export function objectView(catalogue: Catalogue, { name, href, doc, schema }: ObjectType): View {
  const shape = inside(schema);
  return {
    title: name,
    href,
    main: html` <p class="topic">Objects</p>
      <h1>${name}</h1>
      <p class="lead">${prose(doc)}</p>
      ${shape === '' ? html`<p class="type">${typeWords(schema)}</p>` : shape} ${usedBy(catalogue, name)}`,
  };
}

function usedBy({ document, operations, objects, events }: Catalogue, name: string): Html | '' {
  const reference = `"#/components/schemas/${name}"`;
  const mentions = (value: Json): boolean => JSON.stringify(value).includes(reference);
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  const { schemas } = document['components'] as { schemas: Record<string, Json> };
  const links = [
    ...operations
      .filter(({ endpoint }) =>
        mentions(paths[endpoint.path.replaceAll('*}', '}')]?.[endpoint.method.toLowerCase()] ?? null),
      )
      .map(({ endpoint, href }) => html`<li><a href="${href}">${endpoint.summary}</a></li>`),
    ...events
      .filter(({ kinds }) => kinds.some((kind) => mentions(schemas[schemaName(kind)] ?? null)))
      .map(
        ({ type, href }) =>
          html`<li>
            <a href="${href}"><code>${type}</code></a>
          </li>`,
      ),
    ...objects
      .filter((other) => other.name !== name && mentions(other.schema))
      .map((other) => html`<li><a href="${other.href}">${other.name}</a></li>`),
  ];
  return links.length === 0
    ? ''
    : html`<h2>Used by</h2>
        <ul class="causes">
          ${links}
        </ul>`;
}

function schemaName({ type, op }: { type: string; op: string | null }): string {
  return [type, op, 'event']
    .filter((part) => part !== null)
    .join('_')
    .replaceAll(/(?:^|_)([a-z])/g, (_, initial: string) => initial.toUpperCase());
}
