import { sendRaw, statusOf } from '@parley/test-support/raw-http.ts';
import { basicOf } from '../client.ts';
import { evidence, type Attack } from '../attack.ts';
import { OWNER } from '../stage.ts';

const HIDDEN = 'GET /api/v1/server_settings HTTP/1.1\r\nHost: parley.test\r\n\r\n';

/** Framings that two servers may read differently, each followed by a request that only one of them sees. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  'a length and chunks': `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'two lengths': `Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'a length with a sign': `Content-Length: +0\r\n\r\n${HIDDEN}`,
  'a list of lengths': `Content-Length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  'chunks with another name': `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'chunks and identity': `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a space before the colon': `Transfer-Encoding : chunked\r\nContent-Length: ${HIDDEN.length + 5}\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a folded header': `Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'bare line feeds': `Content-Length: 0\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a chunk size with a sign': `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${HIDDEN}`,
  'a chunk size beyond 64 bits': `Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n\r\n${HIDDEN}`,
};

/** Attempts to confuse the parser, the router or a proxy. */
export const framingAttacks: readonly Attack[] = [
  ...Object.entries(AMBIGUOUS).map(([what, rest]): Attack => ({
    name: `a stranger hides a request behind ${what}`,
    success: 'the hidden request is answered',
    attempt: async ({ url }) => {
      const bytes = `POST /api/v1/messages/render HTTP/1.1\r\nHost: parley.test\r\nContent-Type: text/plain\r\n${rest}`;
      const answer = await sendRaw(url, bytes);
      return evidence(/zulip_version|"result":"success"/.test(answer), answer.slice(0, 80));
    },
  })),
  {
    name: 'a stranger asks for users by confused paths',
    success: 'a path is served without credentials',
    attempt: async ({ send }) => {
      for (const path of [
        '//api/v1/users',
        '/api/v1/../v1/users',
        '/api/v1/server_settings/../users',
        '/api/v1/server_settings;/users',
        '/api/v1/%2e%2e/v1/users',
        '/API/V1/users',
        '/api/v1/users/',
        '/api/v1/users%00',
        '/api/v1/users%2f',
        '/api/v1/us%2565rs',
        '/%2561pi/v1/users',
        '/json/../api/v1/users',
        '/json/%2e%2e/api/v1/users',
        '/api\\v1\\users',
      ]) {
        const { status, text } = await send(path);
        if (status >= 500 || (status === 200 && text.includes('"members"'))) return `${path}: ${status}`;
      }
      return undefined;
    },
  },
  rawAttack(
    'two Host headers',
    (key) =>
      `GET /api/v1/users/me HTTP/1.1\r\nHost: evil.parley.test\r\nHost: parley.test\r\nAuthorization: ${key}`,
  ),
  rawAttack(
    'the address of another host',
    (key) =>
      `GET http://parley.test/api/v1/users/me HTTP/1.1\r\nHost: evil.parley.test\r\nAuthorization: ${key}`,
  ),
  rawAttack(
    'a Host with user and port',
    (key) => `GET /api/v1/users/me HTTP/1.1\r\nHost: evil.parley.test@parley.test\r\nAuthorization: ${key}`,
  ),
  rawAttack(
    'a Host with a NUL byte',
    (key) => `GET /api/v1/users/me HTTP/1.1\r\nHost: parley.test\0.evil.parley.test\r\nAuthorization: ${key}`,
  ),
  rawAttack(
    'two credentials',
    (key) =>
      `GET /api/v1/users/me HTTP/1.1\r\nHost: parley.test\r\nAuthorization: ${key}\r\nAuthorization: Basic eDp5`,
  ),
  rawAttack(
    'X-Forwarded-Host',
    (key) =>
      `GET /api/v1/users/me HTTP/1.1\r\nHost: parley.test\r\nX-Forwarded-Host: evil.parley.test\r\nAuthorization: ${key}`,
  ),
  {
    name: 'a stranger makes the server a proxy or an echo',
    success: 'TRACE, CONNECT or an upgrade is accepted',
    attempt: async ({ url }) => {
      for (const bytes of [
        'TRACE / HTTP/1.1\r\nHost: parley.test\r\nX-Secret: CANARY\r\n\r\n',
        'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: 127.0.0.1:5432\r\n\r\n',
        'GET / HTTP/1.1\r\nHost: parley.test\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n',
      ]) {
        const answer = await sendRaw(url, bytes);
        if (answer.includes('CANARY') || statusOf(answer) === 101) return answer.slice(0, 60);
        if (bytes.startsWith('CONNECT') && statusOf(answer) === 200) return 'connected';
      }
      return undefined;
    },
  },
  {
    name: 'a stranger splits responses by line breaks in a path',
    success: 'a header of the attacker appears',
    attempt: async ({ url }) => {
      for (const path of [
        '/%0d%0aX-Injected:%20yes',
        '/login/?next=%0d%0aX-Injected:%20yes',
        '/avatar/a%0d%0aX-Injected:%20yes',
      ]) {
        const answer = await sendRaw(
          url,
          `GET ${path} HTTP/1.1\r\nHost: parley.test\r\nConnection: close\r\n\r\n`,
        );
        if (/^x-injected/im.test(answer.split('\r\n\r\n')[0] ?? '')) return path;
      }
      return undefined;
    },
  },
];

/** A user of another organization sends a request that must not be served for the victims. */
function rawAttack(what: string, head: (key: string) => string): Attack {
  return {
    name: `a user of another organization sends ${what}`,
    success: 'the request is answered for the organization of the victims',
    attempt: async ({ url, account }) => {
      const evil = await account(OWNER, 'evil');
      const answer = await sendRaw(url, `${head(basicOf(evil))}\r\n\r\n`);
      return evidence(statusOf(answer) === 200, answer.slice(0, 60));
    },
  };
}
