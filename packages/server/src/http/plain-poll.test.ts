import { describe, expect, test } from 'vitest';
import { parsePlainPoll } from './plain-poll.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const ASK = `GET /api/v1/events?queue_id=${ID}&last_event_id=7 HTTP/1.1`;
const HOST = 'Host: parley.test';
const WHO = 'authorization:Basic eDp5';

function read(...lines: string[]) {
  return parsePlainPoll(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
}

test('a whole poll in the plain form', () => {
  const poll = {
    host: 'parley.test',
    authorization: 'Basic eDp5',
    target: { queueId: ID, lastEventId: 7 },
  };
  expect(read(ASK, HOST, WHO)).toEqual(poll);
  expect(read(ASK, 'Connection: Keep-Alive', 'Accept: a b,c', HOST, 'X-1: "x"', WHO)).toEqual(poll);
});

describe('whatever else there is belongs to the HTTP server', () => {
  test.each([
    ['another method', [ASK.replace('GET', 'POST'), HOST, WHO]],
    ['another path', ['GET /api/v1/drafts HTTP/1.1', HOST, WHO]],
    ['another parameter', [ASK.replace('?', '?x=1&'), HOST, WHO]],
    ['a whole address', [ASK.replace('/api', 'http://parley.test/api'), HOST, WHO]],
    ['an older version', [ASK.replace('1.1', '1.0'), HOST, WHO]],
    ['no host', [ASK, WHO]],
    ['two hosts', [ASK, HOST, HOST, WHO]],
    ['nobody', [ASK, HOST]],
    ['two who ask', [ASK, HOST, WHO, WHO]],
    ['an empty field', [ASK, HOST, WHO, 'X:']],
    ['a field that goes on in the next line', [ASK, HOST, WHO, 'X: a', ' b']],
    ['a space before the colon', [ASK, 'Host : parley.test', WHO]],
    ['no name', [ASK, HOST, WHO, ': x']],
    ['a tab', [ASK, HOST, WHO, 'X: a\tb']],
    ['a letter beyond ASCII', [ASK, HOST, WHO, 'X: é']],
    ['a single line feed', [ASK, HOST, `${WHO}\nX: y`]],
    ['a single carriage return', [ASK, HOST, `${WHO}\rX: y`]],
    ['a null', [ASK, HOST, WHO, 'X: a\0']],
    ['a body', [ASK, HOST, WHO, 'Content-Length: 0']],
    ['chunks', [ASK, HOST, WHO, 'Transfer-Encoding: chunked']],
    ['an expectation', [ASK, HOST, WHO, 'Expect: 100-continue']],
    ['an upgrade', [ASK, HOST, WHO, 'Upgrade: websocket']],
    ['the last on its connection', [ASK, HOST, WHO, 'Connection: close']],
    ['a page of another origin', [ASK, HOST, WHO, 'Origin: https://elsewhere.example']],
    ['too much', [ASK, HOST, WHO, `X: ${'x'.repeat(5_000)}`]],
    ['another behind it', [ASK, HOST, WHO, '', ASK, HOST, WHO]],
    ['a body that was not announced', [ASK, HOST, WHO, '', 'x']],
  ])('%s', (_what, lines) => {
    expect(read(...lines)).toBeUndefined();
  });

  test('a part of a poll', () => {
    const whole = Buffer.from(`${ASK}\r\n${HOST}\r\n${WHO}\r\n\r\n`);
    for (let length = 0; length < whole.length; length += 1)
      expect(parsePlainPoll(whole.subarray(0, length))).toBeUndefined();
    expect(parsePlainPoll(whole)).toBeDefined();
  });
});
