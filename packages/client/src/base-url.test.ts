import { expect, test } from 'vitest';
import { baseUrl } from './base-url.ts';
import { createClient } from './client.ts';

test.each([
  ['https://chat.example.org', 'https://chat.example.org'],
  ['https://chat.example.org//', 'https://chat.example.org'],
  ['http://localhost:9800/', 'http://localhost:9800'],
  ['https://example.org/chat/', 'https://example.org/chat'],
])('%s is the address %s', (given, base) => {
  expect(baseUrl(given)).toBe(base);
});

test.each([
  [undefined, 'url is undefined: pass the address of the organization'],
  ['', 'url is empty: pass the address of the organization'],
  ['localhost:9810', "has no scheme: write 'http://localhost:9810'"],
  ['chat.example.org', "has no scheme: write 'https://chat.example.org'"],
  ['ws://chat.example.org', 'begins with ws://: write http:// or https://'],
  ['nowhere at all', 'is not a URL: write it in full'],
  ['http://', 'is not a URL: write it in full'],
  ['http://host:port', 'is not a URL: write it in full'],
  [
    'https://chat.example.org/api/v1/',
    "ends in /api/v1, which the client adds itself: write 'https://chat.example.org'",
  ],
  [
    'https://chat.example.org/api',
    "ends in /api, which the client adds itself: write 'https://chat.example.org'",
  ],
  ['https://ada:key@chat.example.org', 'has credentials in it: pass them as email and apiKey'],
  ['https://chat.example.org/#narrow', 'has a query or a fragment'],
])('the url %s is refused at once', (given, sentence) => {
  const create = () => createClient({ url: given as string });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(sentence);
});
