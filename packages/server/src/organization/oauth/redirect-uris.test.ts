import { expect, test } from 'vitest';
import { isRegistered, redirectProblem, withParameters } from './redirect-uris.ts';

test.each([
  'https://assistant.example/callback',
  'https://assistant.example:8443/callback?a=b',
  'http://127.0.0.1/callback',
  'http://[::1]:7777/callback',
  'http://localhost:1455/auth/callback',
  'cursor://editor/callback',
  'com.example.app:/callback',
])('%s is an address to return to', (uri) => {
  expect(redirectProblem(uri)).toBeUndefined();
});

test.each([
  'http://assistant.example/callback',
  'http://localhost.evil.example/',
  'http://localhost:80@evil.example/',
  'http://127.0.0.1.evil.example/',
  'https://user@assistant.example/',
  'https://assistant.example/#fragment',
  'https://assistant.example\\@evil.example/',
  'javascript:alert(1)',
  'JavaScript://x/%0aalert(1)',
  'data:text/html,x',
  'intent://x#Intent;end',
  'https:///',
  '/callback',
  'callback',
  'https://assistant.example/ä',
  'https://assistant.example/a b',
  '',
])('%s is no address to return to', (uri) => {
  expect(redirectProblem(uri)).toBeDefined();
});

test('a registered address is the same text, and this computer has any port', () => {
  const registered = ['https://a.example/cb', 'http://127.0.0.1/cb', 'http://localhost:99/cb?x=1'];
  for (const uri of [...registered, 'http://127.0.0.1:1234/cb', 'http://localhost/cb?x=1'])
    expect([uri, isRegistered(uri, registered)]).toEqual([uri, true]);
  for (const uri of [
    'https://a.example/cb/',
    'https://a.example/cb?x',
    'https://A.example/cb',
    'https://a.example:443/cb',
    'http://127.0.0.1:1234/cb/../x',
    'http://127.0.0.1:123456/cb',
    'http://127.0.0.1:99999/cb',
    'http://127.0.0.1:1@evil.example/cb',
    'http://localhost:1234/cb',
    'http://[::1]/cb',
  ])
    expect([uri, isRegistered(uri, registered)]).toEqual([uri, false]);
});

test('parameters follow those that the address has', () => {
  expect(withParameters('https://a.example/cb', { code: 'a&b', state: undefined })).toBe(
    'https://a.example/cb?code=a%26b',
  );
  expect(withParameters('https://a.example/cb?x=1', { code: 'c' })).toBe('https://a.example/cb?x=1&code=c');
});
