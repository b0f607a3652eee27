import { endpoints } from '@parley/contract/endpoints.ts';
import { holds, missing, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft, draft } from '@parley/rules/steps/common.ts';
import { basic, sendBytes, type Answer, type Request } from '@parley/rules/wire.ts';

const OF = 'http';

export const httpRules: readonly Rule[] = [
  rule(
    'HTTP-1',
    OF,
    'A path with a word where a number belongs is not found, before credentials are checked.',
    async (w) => {
      missing(await w.ask('PATCH', '/drafts/abc'));
    },
  ),
  rule('HTTP-2', OF, 'A path with a negative number is not found.', async (w) => {
    missing(await w.ask('PATCH', '/drafts/-5', { as: await w.owner() }));
  }),
  rule('HTTP-3', OF, 'A path that does not exist is answered with status 404 in the envelope.', async (w) => {
    missing(await w.ask('GET', '/nothing/here', { as: await w.owner() }));
  }),
  rule('HTTP-4', OF, 'Operations exist below `/api/v1` only.', async (w) => {
    const { status } = await w.ask('GET', '/drafts', { as: await w.owner(), below: '' });
    same(status, 404, 'the status');
  }),
  rule(
    'HTTP-5',
    OF,
    'A method that a path does not have is answered with status 405 and without a `code`.',
    async (w) => {
      const { status, body } = await w.ask('PUT', '/drafts', { as: await w.owner() });
      same(status, 405, 'the status');
      same(body['result'], 'error', 'result');
      holds(typeof body['msg'] === 'string' && body['msg'] !== '', 'a msg', body);
      holds(!('code' in body), 'no code', body);
    },
  ),
  rule(
    'HTTP-6',
    OF,
    'The answer to a wrong method lists the right ones in `allowed_methods` and in `Allow`.',
    async (w) => {
      const { headers, body } = await w.ask('PUT', '/drafts');
      same(body['allowed_methods'], ['GET', 'HEAD', 'POST'], 'allowed_methods');
      same(headers.allow, 'GET, HEAD, POST', 'the header Allow');
    },
  ),
  rule('HTTP-7', OF, 'The method is judged before the credentials.', async (w) => {
    same((await w.ask('DELETE', '/server_settings')).status, 405, 'the status');
    same((await w.ask('DELETE', '/drafts')).status, 405, 'the status');
  }),
  rule('HTTP-8', OF, 'HEAD works wherever GET does, without a body.', async (w) => {
    const answer = await w.ask('HEAD', '/drafts', { as: await w.owner() });
    same([answer.status, answer.text], [200, ''], 'status and body');
  }),
  rule('HTTP-9', OF, 'HEAD needs credentials where GET does.', async (w) => {
    same((await w.ask('HEAD', '/drafts')).status, 401, 'the status');
  }),
  rule('HTTP-10', OF, 'OPTIONS is answered with status 204, the allowed methods and no body.', async (w) => {
    const answer = await w.ask('OPTIONS', '/drafts');
    same([answer.status, answer.headers.allow, answer.text], [204, 'GET, HEAD, POST', ''], 'the answer');
  }),
  rule(
    'HTTP-11',
    OF,
    'A field `method` in the body of a POST chooses the operation, and is reported as ignored.',
    async (w) => {
      const as = await w.user();
      const id = await addDraft(w, as);
      const form = { method: 'PATCH', draft: draft({ content: 'changed' }) };
      const answer = success(await w.ask('POST', `/drafts/${id}`, { as, form }));
      same(answer.at('ignored_parameters_unsupported'), ['method'], 'the ignored parameters');
      same((await w.ask('GET', '/drafts', { as })).at('drafts', 0, 'content'), 'changed', 'the content');
    },
  ),
  rule('HTTP-12', OF, 'A request with two Host headers is refused.', async (w) => {
    const host = await w.host();
    const bytes = `GET /api/v1/server_settings HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    const { status } = await sendBytes(w.url, bytes);
    same(status, 400, 'the status');
  }),
  rule('HTTP-13', OF, 'A request without a Host header is refused.', async (w) => {
    const { status } = await sendBytes(
      w.url,
      'GET /api/v1/server_settings HTTP/1.1\r\nConnection: close\r\n\r\n',
    );
    same(status, 400, 'the status');
  }),
  rule(
    'HTTP-14',
    OF,
    'A target that names a host of its own cannot get around the Host header.',
    async (w) => {
      const host = await w.host();
      const bytes = `GET http://other.example.com/api/v1/server_settings HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      const { status } = await sendBytes(w.url, bytes);
      same(status, 400, 'the status');
    },
  ),
  rule('HTTP-15', OF, 'Two Authorization headers are refused.', async (w) => {
    const owner = await w.owner();
    const line = `Authorization: ${basic(owner)}\r\n`;
    const bytes = `GET /api/v1/users/me HTTP/1.1\r\nHost: ${await w.host()}\r\n${line}${line}Connection: close\r\n\r\n`;
    const { status } = await sendBytes(w.url, bytes);
    same(status, 401, 'the status');
  }),
  rule('HTTP-16', OF, 'Bytes that are no HTTP are answered with status 400.', async (w) => {
    const { status } = await sendBytes(w.url, 'nonsense\r\n\r\n');
    same(status, 400, 'the status');
  }),
  rule('HTTP-17', OF, 'The letter case of the host does not matter.', async (w) => {
    const host = (await w.host()).toUpperCase();
    success(await w.ask('GET', '/users/me', { as: await w.owner(), host }));
  }),
  rule('HTTP-18', OF, 'A port behind the host does not matter.', async (w) => {
    w.own();
    success(await w.ask('GET', '/users/me', { as: await w.owner(), host: `${await w.host()}:443` }));
  }),
  rule('HTTP-19', OF, 'The alias `www` leads to the organization at the root.', async (w) => {
    const { externalHost } = w.own();
    const root = success(await w.ask('GET', '/server_settings', { host: externalHost }));
    const alias = success(await w.ask('GET', '/server_settings', { host: `www.${externalHost}` }));
    same(alias.at('realm_name'), root.at('realm_name'), 'the name of the organization');
  }),
  rule('HTTP-20', OF, 'A host that has nothing to do with the server behaves as the root.', async (w) => {
    const { externalHost } = w.own();
    const root = success(await w.ask('GET', '/server_settings', { host: externalHost }));
    const other = success(await w.ask('GET', '/server_settings', { host: 'elsewhere.example.org' }));
    same(other.at('realm_name'), root.at('realm_name'), 'the name of the organization');
  }),
  rule(
    'HTTP-21',
    OF,
    'A number in the path that is too large for any id is refused, not an accident.',
    async (w) => {
      const { status } = await w.ask('GET', '/users/99999999999999999999999', { as: await w.owner() });
      holds(status === 400 || status === 404, 'status 400 or 404', status);
    },
  ),
  rule('HTTP-22', OF, 'Every operation of the API has a path that answers.', async (w) => {
    for (const { method, path } of endpoints) {
      const filled = path.replaceAll(/\{\w+\*?\}/g, '999999999');
      const { status } = await w.ask(method, filled, { headers: { accept: 'application/json' } });
      holds(status !== 404 && status !== 405, `${method} ${path} to exist`, status);
    }
  }),
  rule('HTTP-23', OF, 'A path that is not well-formed is refused.', async (w) => {
    const { status, body } = await w.ask('GET', '/users/%zz', { as: await w.owner() });
    same([status, body['result']], [400, 'error'], 'status and result');
  }),
  rule('HTTP-24', OF, 'A null byte in the path is refused.', async (w) => {
    refused(await w.ask('GET', '/users/a%00b', { as: await w.owner() }));
  }),
  rule(
    'HTTP-25',
    OF,
    'Operations that the API had once are gone: listing `realm/filters` is no method of it, a pointer no path.',
    async (w) => {
      const as = await w.owner();
      const filters = await w.ask('GET', '/realm/filters', { as });
      same([filters.status, filters.at('allowed_methods')], [405, ['POST']], 'the status and the methods');
      for (const method of ['GET', 'POST', 'PUT']) {
        const { status } = await w.ask(method, '/users/me/pointer', { as });
        same(status, 404, 'the status');
      }
    },
  ),
  rule(
    'HTTP-26',
    OF,
    'A page of another origin is let in, without what its browser remembers.',
    async (w) => {
      const as = await w.user();
      const origin = 'https://elsewhere.example';
      const asked = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      };
      const before = await w.ask('OPTIONS', '/register', { headers: asked });
      same(
        [
          before.status,
          before.headers['access-control-allow-origin'],
          before.headers['access-control-allow-methods'],
        ],
        [204, '*', 'POST'],
        'the answer to the browser',
      );
      holds(
        /authorization.*content-type.*idempotency-key/i.test(
          String(before.headers['access-control-allow-headers']),
        ),
        'the headers that it may send',
        before.headers['access-control-allow-headers'],
      );
      for (const who of [as, undefined]) {
        const { headers } = await w.ask('GET', '/users/me', { as: who, headers: { origin } });
        same(
          [headers['access-control-allow-origin'], headers['access-control-allow-credentials']],
          ['*', undefined],
          'what a page may read',
        );
        holds(/retry-after/i.test(String(headers['access-control-expose-headers'])), 'Retry-After', headers);
      }
      const plain = await w.ask('GET', '/users/me', { as });
      same(plain.headers['access-control-allow-origin'], undefined, 'the header for others than browsers');
    },
  ),
  rule(
    'HTTP-27',
    OF,
    'HEAD is answered like GET on pages too, `/health`, the reference, pictures and static files: same status and headers, no body.',
    async (w) => {
      const as = await w.owner();
      const paths = [
        '/health',
        '/api/',
        '/api/openapi.json',
        '/static/emoji/emoji_api.json',
        '/static/images/default-avatar.png',
        `/avatar/${as.id}`,
        '/nothing/here',
      ];
      for (const path of paths) {
        const [get, head] = [
          await w.ask('GET', path, { as, below: '' }),
          await w.ask('HEAD', path, { as, below: '' }),
        ];
        same(head.text, '', `the body of HEAD ${path}`);
        same(lasting(head), lasting(get), `the status and headers of HEAD ${path}`);
      }
    },
  ),
  rule(
    'HTTP-28',
    OF,
    'Credentials are judged before the body arrives: without them a request is refused while its body is still missing.',
    async (w) => {
      const host = await w.host();
      const paths = endpoints
        .filter(({ auth, method }) => method !== 'GET' && auth === 'basic')
        .map(({ method, path }) => `${method} /api/v1${path.replaceAll(/\{\w+\*?\}/g, '1')}`);
      const refuse = async (line: string): Promise<void> => {
        const type = 'Content-Type: multipart/form-data; boundary=x';
        const head = `${line} HTTP/1.1\r\nHost: ${host}\r\n${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
        const { status, body } = await sendBytes(w.url, head);
        same([status, body['code']], [401, 'UNAUTHORIZED'], `the answer of ${line}`);
      };
      await Promise.all([...new Set(paths)].map(refuse));
    },
  ),
  rule(
    'HTTP-29',
    OF,
    'A body of more than 1 MiB is refused with status 413, whatever its type, and however many fields share the bytes.',
    async (w) => {
      const as = await w.owner();
      const half = 'x'.repeat(600_000);
      const raw = `drafts=[]&x=${half}${half}`;
      const sent: readonly Request[] = [
        { as, form: { drafts: [], x: half, y: half } },
        { as, multipart: { drafts: [], x: half, y: half } },
        { as, multipart: { drafts: [] }, files: [{ name: 'f', content: half + half }] },
        { as, raw, headers: { 'content-type': 'text/plain' } },
      ];
      for (const request of sent) refused(await w.ask('POST', '/drafts', request), 'REQUEST_TOO_LARGE');
      const form = { username: 'a', password: half + half };
      refused(await w.ask('POST', '/fetch_api_key', { form }), 'REQUEST_TOO_LARGE');
      success(await w.ask('POST', '/drafts', { as, form: { drafts: [], x: half } }));
    },
  ),
  rule('HTTP-30', OF, 'More than 100 fields in a body or a query are refused.', async (w) => {
    const as = await w.owner();
    const fields = (count: number) => [
      ['drafts', '[]'] as const,
      ...Array.from({ length: count - 1 }, (_, n) => [`f${n}`, ''] as const),
    ];
    for (const how of ['form', 'multipart', 'query']) {
      success(await w.ask('POST', '/drafts', { as, [how]: fields(100) }));
      refused(await w.ask('POST', '/drafts', { as, [how]: fields(101) }));
    }
  }),
];

/** Headers that differ between any two answers. */
const PASSING = new Set(['x-request-id', 'date', 'expires', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

function lasting({ status, headers }: Answer): unknown {
  return [status, Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.has(name)))];
}
