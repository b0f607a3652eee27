import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { describe, expect, test } from 'vitest';
import { composeSample } from '../compose-sample.ts';
import { ifttt } from './ifttt.ts';
import { formatJson, json } from './json.ts';
import { zapier } from './zapier.ts';

describe.each([zapier, ifttt])('$displayName', (integration) => {
  test('topic and content are posted; subject is an older name of the topic (I-23)', () => {
    expect(messagesAbout(integration, { payload: { topic: 't', content: 'c' } })).toEqual([
      { topic: 't', content: 'c' },
    ]);
    expect(messagesAbout(integration, { payload: { subject: 's', content: 'c' } })).toMatchObject([
      { topic: 's' },
    ]);
  });

  test.each([{ topic: 't' }, { content: 'c' }, { topic: [], content: 'c' }])(
    '%j is refused (I-23)',
    (payload) => {
      expect(refusalOf(integration, { payload })).toBe('BAD_REQUEST');
    },
  );
});

test('a test of credentials by Zapier posts nothing (I-23)', () => {
  expect(composeSample(zapier, { payload: { type: 'auth' } })).toBe('account');
});

test.each([
  [
    '{"b":[1,{"c":null}],"a":"x, {y}: \\"z\\""}',
    '{\n  "b": [\n    1,\n    {\n      "c": null\n    }\n  ],\n  "a": "x, {y}: \\"z\\""\n}',
  ],
  ['{ "a" : { } , "b" : [ ] }', '{\n  "a": {},\n  "b": []\n}'],
  ['{"big":12345678901234567890,"e":1e3}', '{\n  "big": 12345678901234567890,\n  "e": 1e3\n}'],
])('the JSON %s is indented', (text, formatted) => {
  expect(formatJson(text)).toBe(formatted);
});

test('a long payload is cut inside its fence', () => {
  const [message] = messagesAbout(json, { payload: { list: Array.from({ length: 20_000 }, () => 1) } });
  expect(message?.content.length).toBeLessThan(10_000);
  expect(message?.content).toMatch(/…\n```$/);
});
