import { expect, test } from 'vitest';
import { ApiError } from '../../engine/api-error.ts';
import { checkLinkifier, type LinkifierParts } from './validate.ts';

const issue: LinkifierParts = {
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://example.com/{id}',
  example_input: null,
  reverse_template: null,
  alternative_url_templates: [],
};

/** The fields of the error for a refused linkifier; undefined if it is accepted. */
function complaint(change: Partial<LinkifierParts>): Readonly<Record<string, unknown>> | undefined {
  try {
    checkLinkifier({ ...issue, ...change });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { msg: error.message, ...error.extra };
  }
}

const aboutAll = { errors: { __all__: [expect.any(String)] } };

test('groups and variables that fit each other are fine, none at all too', () => {
  expect(complaint({})).toBeUndefined();
  expect(complaint({ pattern: 'docs', url_template: 'https://example.com/' })).toBeUndefined();
  expect(complaint({ pattern: '(x)(?P<id>[0-9]+)' })).toBeUndefined();
});

test.each([
  '(foo',
  '(?=x)',
  '(?<!x)y',
  String.raw`(x)\1`,
  'a++',
  'a**',
  `${'a'.repeat(500)}b`,
  '(a{1000}){1000}',
])('the pattern %s is none', (pattern) => {
  expect(complaint({ pattern, url_template: 'x' })).toMatchObject(aboutAll);
});

test.each([
  '{id}',
  '{+id}',
  '{#id}',
  '{.id}',
  '{/id}',
  '{;id}',
  '{?id}',
  '{&id}',
  '{id:3}',
  '{id*}',
  '{id,id}',
  'not a url {id} 100%',
])('the template %s is one', (url_template) => {
  expect(complaint({ url_template })).toBeUndefined();
});

test.each(['{id', '{{id}}', '{//id}', '{id++}', '{}', '{id:}', `{id}${'x'.repeat(2000)}`])(
  'the template %s is none',
  (url_template) => {
    expect(complaint({ url_template })).toMatchObject({ errors: { url_template: [expect.any(String)] } });
  },
);

test('blank parts are named, and the first complaint is the message', () => {
  const msg = 'pattern must not be empty.';
  expect(complaint({ pattern: '', url_template: '' })).toMatchObject({
    msg,
    errors: { pattern: [msg], url_template: [expect.any(String)] },
  });
});

test('a variable without a group and a group without a variable are refused, the first by alphabet', () => {
  expect(complaint({ url_template: 'https://e.com/{id}/{zoo}/{bar}' })?.['msg']).toContain("'bar'");
  expect(complaint({ pattern: '(?P<id>1)(?P<z>2)(?P<c>3)' })?.['msg']).toContain("'c'");
});

test('a reverse template needs an example, whatever else is wrong', () => {
  expect(complaint({ url_template: '', reverse_template: '#{id}' })).toEqual({
    msg: expect.any(String),
    required_parameter: 'example_input',
    set_parameter: 'reverse_template',
  });
});

test('the pattern must match the example somewhere, and the reverse template must give it back', () => {
  expect(complaint({ example_input: 'see #12 there' })).toBeUndefined();
  expect(complaint({ example_input: 'none' })).toMatchObject(aboutAll);
  expect(complaint({ example_input: '#12', reverse_template: '#{id}x' })).toMatchObject(aboutAll);
  expect(complaint({ example_input: '#12', reverse_template: '#{no}' })).toMatchObject(aboutAll);
  expect(complaint({ example_input: '#12', reverse_template: '#{id' })).toMatchObject(aboutAll);
  expect(complaint({ example_input: '#12', reverse_template: '#{}' })).toMatchObject(aboutAll);
  expect(complaint({ example_input: '#12', reverse_template: '#{id}' })).toBeUndefined();
  expect(
    complaint({
      pattern: String.raw`ZUL-\{(?P<id>\d+)\}`,
      example_input: 'ZUL-{15}',
      reverse_template: 'ZUL-{{{id}}}',
    }),
  ).toBeUndefined();
});

test('a group that takes no part in the example is empty in the reverse template', () => {
  expect(
    complaint({
      pattern: '#(?P<id>[0-9]+)(?P<part>[a-z]+)?',
      url_template: 'https://e.com/{id}/{part}',
      example_input: '#1',
      reverse_template: '#{id}{part}',
    }),
  ).toBeUndefined();
});

test('further templates differ from the first and from each other, and use the same groups', () => {
  const [a, b] = ['https://a.com/{id}', 'https://b.com/{id}'];
  expect(complaint({ alternative_url_templates: [a, b] })).toBeUndefined();
  for (const alternative_url_templates of [
    [issue.url_template],
    [a, a],
    ['{id'],
    ['https://a.com/'],
    ['https://a.com/{id}/{x}'],
    ['https://a.com/\0{id}'],
  ])
    expect(complaint({ alternative_url_templates })).toMatchObject(aboutAll);
});

test.each([
  'javascript:alert({id})',
  'JavaScript:{id}',
  ' java\tscript:{id}',
  'java{id}script:x',
  'data:text/html,{id}',
  'vbscript:{id}',
  'file:///{id}',
])('the template %j has a scheme that is not allowed', (url_template) => {
  expect(complaint({ url_template })).toMatchObject({ errors: { url_template: [expect.any(String)] } });
  expect(complaint({ alternative_url_templates: [url_template] })).toMatchObject(aboutAll);
});

test.each(['https://example.com/{id}', 'mailto:{id}@example.com', '/issues/{id}', '{id}'])(
  'the template %j is allowed',
  (url_template) => {
    expect(complaint({ url_template })).toBeUndefined();
  },
);
