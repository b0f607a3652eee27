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
  for (const { id, summary, parameters } of endpoints) {
    const page = bodies.get(`/api/${id}`) ?? '';
    expect(page, id).toContain(summary.replaceAll("'", '&#39;'));
    for (const name of Object.keys(parameters)) expect(page, id).toContain(`<code>${name}</code>`);
  }
  for (const { type, op } of events)
    expect(bodies.get(`/api/events/${type}`)).toContain(`id="${op ?? type}"`);
  for (const code of Object.keys(errors)) expect(bodies.get('/api/errors')).toContain(`id="${code}"`);
});

test('every link leads somewhere', () => {
  const broken = pages.flatMap(([path, body]) =>
    [...body.matchAll(/(?:href|src|action)="([^"]*)"/g)]
      .map(([, link = '']) => link)
      .filter((link) => !leads(path, link))
      .map((link) => `${path} → ${link}`),
  );
  expect([...new Set(broken)]).toEqual([]);
});

const leads = (from: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#');
  if (path === '/static/images/organization.svg' || path === '/api/search') return true;
  const target = bodies.get(path === '' ? from : path);
  return target !== undefined && (anchor === undefined || target.includes(`id="${anchor}"`));
};

test('pages bring nothing from elsewhere and nothing inline', () => {
  for (const [path, body] of pages) {
    expect(body, path).not.toMatch(/(?:src|href|action)="(?:https?:)?\/\//);
    expect(body, path).not.toMatch(/<style|<script(?! src="\/api\/reference\.js" defer>)| style=| on[a-z]+=/);
  }
  expect(bodies.get('/api/reference.css')).not.toMatch(/@import|url\(/);
});

test('no id is given twice on a page', () => {
  for (const [path, body] of pages) {
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      path,
    ).toEqual([]);
  }
});

test('what somebody searches for is text, not HTML', () => {
  expect(site.search('<script>').body).not.toContain('<script>');
  expect(site.search('alert words').body).toContain('href="/api/get-alert-words"');
  expect(site.search('no such thing at all').body).toContain('Nothing was found.');
});

test('the document with its examples is valid OpenAPI 3.1', async () => {
  const document = JSON.parse(bodies.get('/api/openapi.json') ?? '') as Record<string, unknown>;
  const result = await new Validator().validate(document);
  expect(result.errors ?? []).toEqual([]);
});
