import { endpoints } from '@parley/contract/endpoints.ts';
import { events } from '@parley/contract/events.ts';
import { errors } from '@parley/contract/errors.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createSite } from './site.ts';

const site = createSite();
const bodies = new Map(site.paths.map((path) => [path, site.at(path)?.body ?? '']));
const pages = [...bodies].filter(([path]) => !/\.(css|js|json)$/.test(path));

test('every operation, parameter, event and error code is documented', () => {
  const missing = [
    ...endpoints.flatMap(({ id, parameters }) =>
      Object.keys(parameters)
        .filter((name) => !has(`/api/${id}`, `<code>${name}</code>`))
        .map((name) => `${id} ${name}`),
    ),
    ...endpoints.filter(({ id }) => !has(`/api/${id}`, `<code>${id}</code>`)).map(({ id }) => id),
    ...endpoints.filter(
      (endpoint) => endpoint.onceByKey === true && !has(`/api/${endpoint.id}`, 'Idempotency-Key'),
    ),
    ...events.filter(({ type, op }) => !has(`/api/events/${type}`, `id="${op ?? type}"`)),
    ...Object.keys(errors).filter((code) => !has('/api/errors', `id="${code}"`)),
  ];
  expect(missing).toEqual([]);
});

function has(path: string, text: string): boolean {
  return bodies.get(path)?.includes(text) === true;
}

test('every link has a target', () => {
  const broken = pages.flatMap(([path, body]) =>
    [...body.matchAll(/(?:href|src|action)="([^"]*)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !hasTarget(path, link))
      .map((link) => `${path} → ${link}`),
  );
  expect([...new Set(broken)]).toEqual([]);
});

function hasTarget(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  if (['/static/images/organization.svg', '/api/search', '/docs/'].includes(path)) return true;
  const target = bodies.get(path === '' ? from : path);
  return target !== undefined && (anchor === undefined || target.includes(`id="${anchor}"`));
}

const EXTERNAL = /(?:src|href|action)="(?:https?:)?\/\//;
const INLINE = /<style|<script(?! src="\/api\/reference\.js" defer>)| style=| on[a-z]+=/;

test('pages load nothing from other hosts and contain no inline script or style', () => {
  const offending = pages.filter(([, body]) => EXTERNAL.test(body) || INLINE.test(body));
  expect(offending.map(([path]) => path)).toEqual([]);
  expect(bodies.get('/api/reference.css')).not.toMatch(/@import|url\(/);
});

test('element ids are unique within a page', () => {
  const duplicates = pages.flatMap(([path, body]) => {
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${path} ${id}`);
  });
  expect(duplicates).toEqual([]);
});

test('the search term is escaped', () => {
  expect(site.search('<script>').body).not.toContain('<script>');
  expect(site.search('alert words').body).toContain('href="/api/get-alert-words"');
  expect(site.search('no such thing at all').body).toContain('No results.');
});

test('the search ranks synonyms of current operations above names of deprecated ones, and marks the latter', () => {
  const { body } = site.search('mark as read');
  const main = body.slice(body.indexOf('<main'));
  const order = [...main.matchAll(/<a href="\/api\/([\w-]+)">/g)].map(([, id]) => id);
  expect(order.slice(0, 2)).toEqual(['update-message-flags', 'update-message-flags-for-narrow']);
  expect(main).toMatch(/href="\/api\/mark-all-as-read">[^<]*<\/a>\s*<span class="mark deprecated">/);
  expect(main).not.toMatch(/href="\/api\/update-message-flags">[^<]*<\/a>\s*<span class="mark deprecated">/);
});

test('the search covers descriptions of operations and of their parameters', () => {
  expect(site.search('local_id').body).toContain('<a href="/api/send-message">');
});

test('the document with its examples is valid OpenAPI 3.1', async () => {
  const document = JSON.parse(bodies.get('/api/openapi.json') ?? '') as Record<string, unknown>;
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
});
