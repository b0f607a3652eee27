import { describe, expect, test } from 'vitest';
import { parsePlainPoll } from './grammar.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const REQUEST_LINE = `GET /api/v1/events?queue_id=${ID}&last_event_id=7 HTTP/1.1`;
const HOST = 'Host: parley.test';
const AUTHORIZATION = 'authorization:Basic eDp5';

function parse(...lines: string[]) {
  return parsePlainPoll(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
}

test('a complete poll in the plain form is parsed', () => {
  const poll = {
    host: 'parley.test',
    authorization: 'Basic eDp5',
    target: { queueId: ID, lastEventId: 7 },
  };
  expect(parse(REQUEST_LINE, HOST, AUTHORIZATION)).toEqual(poll);
  expect(
    parse(REQUEST_LINE, 'Connection: Keep-Alive', 'Accept: a b,c', HOST, 'X-1: "x"', AUTHORIZATION),
  ).toEqual(poll);
  expect(
    parse(REQUEST_LINE, HOST, 'Accept-Encoding: br', AUTHORIZATION, 'accept-encoding: gzip;q=0.5'),
  ).toEqual({ ...poll, acceptEncoding: 'br, gzip;q=0.5' });
});

describe('any other input is left to the HTTP server', () => {
  test.each([
    ['another method', [REQUEST_LINE.replace('GET', 'POST'), HOST, AUTHORIZATION]],
    ['another path', ['GET /api/v1/drafts HTTP/1.1', HOST, AUTHORIZATION]],
    ['another parameter', [REQUEST_LINE.replace('?', '?x=1&'), HOST, AUTHORIZATION]],
    ['an absolute URL', [REQUEST_LINE.replace('/api', 'http://parley.test/api'), HOST, AUTHORIZATION]],
    ['an older version', [REQUEST_LINE.replace('1.1', '1.0'), HOST, AUTHORIZATION]],
    ['no host', [REQUEST_LINE, AUTHORIZATION]],
    ['two hosts', [REQUEST_LINE, HOST, HOST, AUTHORIZATION]],
    ['no credentials', [REQUEST_LINE, HOST]],
    ['two credentials', [REQUEST_LINE, HOST, AUTHORIZATION, AUTHORIZATION]],
    ['an empty field', [REQUEST_LINE, HOST, AUTHORIZATION, 'X:']],
    ['a folded header', [REQUEST_LINE, HOST, AUTHORIZATION, 'X: a', ' b']],
    ['a space before the colon', [REQUEST_LINE, 'Host : parley.test', AUTHORIZATION]],
    ['no name', [REQUEST_LINE, HOST, AUTHORIZATION, ': x']],
    ['a tab', [REQUEST_LINE, HOST, AUTHORIZATION, 'X: a\tb']],
    ['a character beyond ASCII', [REQUEST_LINE, HOST, AUTHORIZATION, 'X: é']],
    ['a single line feed', [REQUEST_LINE, HOST, `${AUTHORIZATION}\nX: y`]],
    ['a single carriage return', [REQUEST_LINE, HOST, `${AUTHORIZATION}\rX: y`]],
    ['a null', [REQUEST_LINE, HOST, AUTHORIZATION, 'X: a\0']],
    ['a body', [REQUEST_LINE, HOST, AUTHORIZATION, 'Content-Length: 0']],
    ['chunks', [REQUEST_LINE, HOST, AUTHORIZATION, 'Transfer-Encoding: chunked']],
    ['an expectation', [REQUEST_LINE, HOST, AUTHORIZATION, 'Expect: 100-continue']],
    ['an upgrade', [REQUEST_LINE, HOST, AUTHORIZATION, 'Upgrade: websocket']],
    ['the last on its connection', [REQUEST_LINE, HOST, AUTHORIZATION, 'Connection: close']],
    ['a page of another origin', [REQUEST_LINE, HOST, AUTHORIZATION, 'Origin: https://elsewhere.example']],
    ['a long request', [REQUEST_LINE, HOST, AUTHORIZATION, `X: ${'x'.repeat(5_000)}`]],
    ['two requests', [REQUEST_LINE, HOST, AUTHORIZATION, '', REQUEST_LINE, HOST, AUTHORIZATION]],
    ['a body that was not announced', [REQUEST_LINE, HOST, AUTHORIZATION, '', 'x']],
  ])('%s', (_name, lines) => {
    expect(parse(...lines)).toBeUndefined();
  });

  test('a part of a poll is not parsed', () => {
    const whole = Buffer.from(`${REQUEST_LINE}\r\n${HOST}\r\n${AUTHORIZATION}\r\n\r\n`);
    for (let length = 0; length < whole.length; length += 1)
      expect(parsePlainPoll(whole.subarray(0, length))).toBeUndefined();
    expect(parsePlainPoll(whole)).toBeDefined();
  });
});
