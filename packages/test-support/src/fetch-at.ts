import { request } from 'node:http';

/** `fetch` for tests that say themselves which host they mean: the real one overwrites the header. */
export function fetchAt(host: string): typeof globalThis.fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const body = typeof init?.body === 'string' ? init.body : '';
      const headers = {
        ...(init?.headers as Record<string, string> | undefined),
        host,
        'content-length': Buffer.byteLength(body),
      };
      const sent = request(input instanceof Request ? input.url : input, {
        method: init?.method ?? 'GET',
        headers,
      });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          resolve(
            new Response(Buffer.concat(parts), {
              status: answer.statusCode ?? 500,
              headers: answer.headers as Record<string, string>,
            }),
          );
        });
      });
      sent.end(body);
    });
}
