import { request } from 'node:http';
import { PNG } from '@parley/test-support/pictures.ts';

/**
 * Uses a server as a client does: `write` sends a message and a picture, `read` finds the message again. A process of its own,
 * because a machine on trial has a network of its own.
 */
const [mode, port = '', host = '', email = '', key = ''] = process.argv.slice(2);

type Body = { readonly type: string; readonly content: string | Buffer };

function call(method: string, path: string, body?: Body): Promise<{ status: number; content: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method });
    sent.setHeader('host', host);
    // The proxy of an installation says so; without one the server would redirect.
    sent.setHeader('x-forwarded-proto', 'https');
    sent.setHeader('authorization', `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`);
    if (body !== undefined) sent.setHeader('content-type', body.type);
    sent.on('error', reject);
    sent.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, content: Buffer.concat(parts) });
      });
    });
    sent.end(body?.content);
  });
}

async function ok(method: string, path: string, body?: Body): Promise<Record<string, unknown>> {
  const { status, content } = await call(method, path, body);
  if (status !== 200)
    throw new Error(`${method} ${path}: ${status} ${content.toString('utf8').slice(0, 300)}`);
  return JSON.parse(content.toString('utf8')) as Record<string, unknown>;
}

function form(fields: Record<string, string>): Body {
  return { type: 'application/x-www-form-urlencoded', content: new URLSearchParams(fields).toString() };
}

function picture(): Body {
  const head =
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
  return {
    type: 'multipart/form-data; boundary=edge',
    content: Buffer.concat([Buffer.from(head), PNG, Buffer.from('\r\n--edge--\r\n')]),
  };
}

const TEXT = 'A message that outlives **packages**';

if (mode === 'write') {
  const me = await ok('GET', '/api/v1/users/me');
  await ok(
    'POST',
    '/api/v1/messages',
    form({ type: 'direct', to: `[${String(me['user_id'])}]`, content: TEXT }),
  );
  // Pictures are decoded by a process of their own, with native code.
  await ok('POST', '/api/v1/users/me/avatar', picture());
}
const found = await ok(
  'GET',
  '/api/v1/messages?anchor=newest&num_before=10&num_after=0&apply_markdown=false',
);
const texts = (found['messages'] as { content: string }[]).map(({ content }) => content);
if (!texts.includes(TEXT)) throw new Error(`The message is missing: ${JSON.stringify(texts)}`);
const page = await call('GET', '/');
if (page.status !== 200 || !page.content.includes('<script'))
  throw new Error(`The page is missing: ${page.status}`);
for (const site of ['/api/', '/docs/']) {
  const { status } = await call('GET', site);
  if (status !== 200) throw new Error(`${site} is missing: ${status}`);
}
