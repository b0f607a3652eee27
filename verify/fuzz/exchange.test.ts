import { expect, test } from 'vitest';
import { isSame, type Exchange } from './exchange.ts';

const BODY = '{"result":"error","msg":"The request is not valid HTTP.","code":"BAD_REQUEST"}\n';
const BROKEN_HEAD = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${BODY.length}\r\n\r\n`;
const OTHER = 'HTTP/1.1 404 Not Found\r\ncontent-length: 71\r\nConnection: keep-alive\r\n\r\n';
const NOTHING = '{"result":"error","msg":"There is nothing here.","code":"BAD_REQUEST"}\n';

function closed(answers: string): Exchange {
  return { answers, end: 'closed' };
}

function sent(text: string) {
  return [{ text, isPart: false }];
}

test('a malformed request may close its connection before an earlier response, with a body or without', () => {
  const pieces = sent('HEAD /none HTTP/1.1\r\n\r\nGET /broken\0 HTTP/1.1\r\n\r\n');
  expect(isSame(closed(BROKEN_HEAD), closed(OTHER + BROKEN_HEAD), pieces)).toBe(true);
  expect(isSame(closed(BROKEN_HEAD + BODY), closed(OTHER + BROKEN_HEAD + BODY), pieces)).toBe(true);
  const different = OTHER.replace('404 Not Found', '200 OK');
  expect(isSame(closed(OTHER + BROKEN_HEAD), closed(different + BROKEN_HEAD), pieces)).toBe(false);
});

test('a request without a version may be the last of its connection', () => {
  const answers = [closed(BROKEN_HEAD + BODY), closed(OTHER + NOTHING)] as const;
  expect(isSame(...answers, sent('GET /noneHTTP/1.1\r\nHost: a\r\n\r\nGET /none HTTP/1.1\r\n\r\n'))).toBe(
    true,
  );
  expect(isSame(...answers, sent('GET /none HTTP/1.1\r\nHost: a\r\n\r\n'))).toBe(false);
});
