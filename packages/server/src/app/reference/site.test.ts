import { endpoints } from '@parley/contract/endpoints.ts';
import { events } from '@parley/contract/events.ts';
import { errors } from '@parley/contract/errors.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { createSite } from './site.ts';

const site = createSite();
const bodies = new Map(site.paths.map((path) => [path, site.at(path)?.body ?? '']));
const pages = [...bodies].filter(([path]) => !/\.(css|js|json)$/.test(path));

test('every operation, every event and every code has its place', () => {
  const lost = [
    ...endpoints.flatMap(({ id, parameters }) =>
      Object.keys(parameters)
        .filter((name) => !has(`/api/${id}`, `<code>${name}</code>`))
        .map((name) => `${id} ${name}`),
    ),
    ...endpoints.filter(({ id }) => !has(`/api/${id}`, `<code>${id}</code>`)).map(({ id }) => id),
    ...endpoints.filter((one) => one.onceByKey === true && !has(`/api/${one.id}`, 'Idempotency-Key')),
    ...events.filter(({ type, op }) => !has(`/api/events/${type}`, `id="${op ?? type}"`)),
    ...Object.keys(errors).filter((code) => !has('/api/errors', `id="${code}"`)),
  ];
  expect(lost).toEqual([]);
});

function has(path: string, text: string): boolean {
  return bodies.get(path)?.includes(text) === true;
}

test('every link leads somewhere', () => {
  const broken = pages.flatMap(([path, body]) =>
    [...body.matchAll(/(?:href|src|action)="([^"]*)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !leads(path, link))
      .map((link) => `${path} → ${link}`),
  );
  expect([...new Set(broken)]).toEqual([]);
});

function leads(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  if (path === '/static/images/organization.svg' || path === '/api/search') return true;
  const target = bodies.get(path === '' ? from : path);
  return target !== undefined && (anchor === undefined || target.includes(`id="${anchor}"`));
}

const FOREIGN = /(?:src|href|action)="(?:https?:)?\/\//;
const INLINE = /<style|<script(?! src="\/api\/reference\.js" defer>)| style=| on[a-z]+=/;

test('pages bring nothing from elsewhere and nothing inline', () => {
  const wrong = pages.filter(([, body]) => FOREIGN.test(body) || INLINE.test(body));
  expect(wrong.map(([path]) => path)).toEqual([]);
  expect(bodies.get('/api/reference.css')).not.toMatch(/@import|url\(/);
});

test('no id is given twice on a page', () => {
  const twice = pages.flatMap(([path, body]) => {
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${path} ${id}`);
  });
  expect(twice).toEqual([]);
});

test('what somebody searches for is text, not HTML', () => {
  expect(site.search('<script>').body).not.toContain('<script>');
  expect(site.search('alert words').body).toContain('href="/api/get-alert-words"');
  expect(site.search('no such thing at all').body).toContain('Nothing was found.');
});

test('the search prefers synonyms of current operations to names of deprecated ones, and marks those', () => {
  const { body } = site.search('mark as read');
  const main = body.slice(body.indexOf('<main'));
  const order = [...main.matchAll(/<a href="\/api\/([\w-]+)">/g)].map(([, id]) => id);
  expect(order.slice(0, 2)).toEqual(['update-message-flags', 'update-message-flags-for-narrow']);
  expect(main).toMatch(/href="\/api\/mark-all-as-read">[^<]*<\/a>\s*<span class="mark deprecated">/);
  expect(main).not.toMatch(/href="\/api\/update-message-flags">[^<]*<\/a>\s*<span class="mark deprecated">/);
});

test('the search reads descriptions of operations and of their parameters', () => {
  expect(site.search('local_id').body).toContain('<a href="/api/send-message">');
});

test('the document with its examples is valid OpenAPI 3.1', async () => {
  const document = JSON.parse(bodies.get('/api/openapi.json') ?? '') as Record<string, unknown>;
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
});
