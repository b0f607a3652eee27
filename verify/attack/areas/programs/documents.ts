import { evidence, type Attack } from '../../attack.ts';
import { startReceiver, type Receiver, type ReceiverAnswer } from '@parley/test-support/receiver.ts';
import { sendFrom } from '../../client.ts';
import type { Stage } from '../../stage.ts';
import { codeOf, groundOf, REDIRECT_URI, type ProgramGround } from './ground.ts';

/** Names of the machine of the server, and of what only it can reach. */
const PRIVATE_HOSTS = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:7f00:1]',
  '10.0.0.1',
  '169.254.169.254',
  '0.0.0.0',
];

async function withSite<T>(use: (site: Receiver) => Promise<T>): Promise<T> {
  const site = await startReceiver();
  try {
    return await use(site);
  } finally {
    await site.stop();
  }
}

function allowHost({ send, owner }: ProgramGround, host: string) {
  return send('/api/v1/realm/oauth-clients', { as: owner, form: { host } });
}

/** Whether the consent page shows the program of a document. */
async function isShown({ browser, start }: ProgramGround, clientId: string): Promise<boolean> {
  const { query } = start({ clientId });
  const read = await browser.read(query);
  return (
    (read.json['request'] !== null && read.status === 200) ||
    codeOf(await browser.decide(query)) !== undefined
  );
}

function json(body: unknown, headers: Readonly<Record<string, string>> = {}): ReceiverAnswer {
  const type = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { body: JSON.stringify(body), headers: { ...type, ...headers } };
}

type Document = (clientId: string) => ReceiverAnswer;

/** Serves documents at a node that may read this machine; returns those whose program is shown. The first one is sound. */
async function shownOf(
  stage: Stage,
  documents: Readonly<Record<string, Document>>,
): Promise<string | undefined> {
  const node = await stage.nodeWith({ PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' });
  try {
    return await withSite(async (site) => {
      const ground = await groundOf({ ...stage, send: sendFrom(node.url, '127.3.0.1') });
      await allowHost(ground, new URL(site.url).host);
      const all: Readonly<Record<string, Document>> = { sound: sound(), ...documents };
      site.respondWith(
        ({ path }) => all[decodeURIComponent(path.slice(1))]?.(`${site.url}${path}`) ?? { status: 404 },
      );
      const shown: string[] = [];
      for (const name of Object.keys(all))
        if (await isShown(ground, `${site.url}/${encodeURIComponent(name)}`)) shown.push(name);
      return evidence(shown.join() !== 'sound', `shown: ${shown.join('; ')}`);
    });
  } finally {
    await node.stop();
  }
}

function sound(changes: object = {}, headers: Readonly<Record<string, string>> = {}): Document {
  return (client_id) =>
    json({ client_id, client_name: 'A program', redirect_uris: [REDIRECT_URI], ...changes }, headers);
}

/** Attempts with the documents by which programs describe themselves. */
export const documentAttacks: readonly Attack[] = [
  {
    name: 'a program describes itself at an address that only the server can reach',
    success: 'a service of the machine is asked',
    attempt: (stage) =>
      withSite(async (site) => {
        const ground = await groundOf(stage);
        const { port } = new URL(site.url);
        for (const name of PRIVATE_HOSTS) {
          await allowHost(ground, `${name}:${port}`);
          for (const scheme of ['http', 'https'])
            await isShown(ground, `${scheme}://${name}:${port}/client.json`);
        }
        return evidence(site.calls.length > 0, `${site.calls.length} requests`);
      }),
  },
  {
    name: 'a program describes itself at a host that no administrator allowed',
    success: 'the host is asked',
    attempt: async (stage) => {
      const node = await stage.nodeWith({ PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' });
      try {
        return await withSite(async (site) => {
          const ground = await groundOf({ ...stage, send: sendFrom(node.url, '127.3.0.2') });
          const { host, port } = new URL(site.url);
          await allowHost(ground, host);
          site.respondWith(({ path }) => sound()(`${site.url}${path}`));
          const shown: string[] = [];
          for (const clientId of [
            `http://localhost:${port}/client.json`,
            `http://127.0.0.1.:${port}/client.json`,
            `http://user@${host}/client.json`,
            `http://${host}/client.json#x`,
            `http://${host}/a/../client.json`,
            `http://${host}/%2e%2e/client.json`,
            `HTTP://${host}/client.json`,
            `http://${host}`,
            `http://${host}/`,
            `http:${host}/client.json`,
            `ftp://${host}/client.json`,
            `data:application/json,{}`,
            `http://2130706433:${port}/client.json`,
            `http://${host}/${'a'.repeat(3_000)}`,
          ])
            if (await isShown(ground, clientId)) shown.push(clientId);
          return evidence(shown.length > 0 || site.calls.length > 0, `${shown.join()} ${site.calls.length}`);
        });
      } finally {
        await node.stop();
      }
    },
  },
  {
    name: 'a document leads elsewhere, or says who else the program is',
    success: 'the program is shown',
    attempt: async (stage) =>
      shownOf(stage, {
        redirect: (clientId) => ({
          status: 302,
          headers: { location: clientId.replace('redirect', 'sound') },
        }),
        elsewhere: () => ({ status: 301, headers: { location: 'http://169.254.169.254/latest/meta-data' } }),
        'another id': sound({ client_id: 'https://other.example/client.json' }),
        'no id': sound({ client_id: undefined }),
        'the id with a slash': (clientId) => sound()(`${clientId}/`),
        'not found': (clientId) => ({ ...sound()(clientId), status: 404 }),
        created: (clientId) => ({ ...sound()(clientId), status: 201 }),
      }),
  },
  {
    name: 'a document is no JSON, too large, or malformed',
    success: 'the program is shown, or the node fails',
    attempt: async (stage) =>
      shownOf(stage, {
        html: sound({}, { 'content-type': 'text/html' }),
        text: sound({}, { 'content-type': 'text/plain; application/json' }),
        untyped: sound({}, { 'content-type': '' }),
        large: sound({ filling: 'a'.repeat(20_000) }),
        deep: () => ({ ...json({}), body: `${'['.repeat(8_000)}${']'.repeat(8_000)}` }),
        list: () => json([]),
        nothing: () => json(null),
        broken: () => ({ ...json({}), body: '{"client_id":' }),
        binary: () => ({ ...json({}), body: Buffer.alloc(1_000, 0xff) }),
        'no addresses': sound({ redirect_uris: [] }),
        'many addresses': sound({
          redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`),
        }),
        'a dangerous address': sound({ redirect_uris: [REDIRECT_URI, 'javascript:alert(1)'] }),
        'an address without TLS': sound({ redirect_uris: [REDIRECT_URI, 'http://assistant.example/'] }),
        'a secret': sound({ client_secret: 'a secret' }),
        'a method with a secret': sound({ token_endpoint_auth_method: 'client_secret_post' }),
        'a method with a key': sound({ token_endpoint_auth_method: 'private_key_jwt' }),
      }),
  },
  {
    name: 'a document never ends, or the connection is cut',
    success: 'the program is shown, or the user waits for more than 15 seconds',
    isLong: true,
    attempt: async (stage) => {
      const from = performance.now();
      const shown = await shownOf(stage, {
        hangs: () => ({ broken: 'hang' }),
        cut: () => ({ broken: 'cut' }),
        'more is promised': (clientId) => ({
          ...sound()(clientId),
          headers: { 'content-type': 'application/json', 'content-length': '100000' },
        }),
      });
      const seconds = (performance.now() - from) / 1000;
      return shown ?? evidence(seconds > 60, `${seconds.toFixed(0)} s`);
    },
  },
  {
    name: 'a document has a name that changes how the consent page reads',
    success: 'the name has a character that is not shown, or several lines',
    attempt: async (stage) => {
      const node = await stage.nodeWith({ PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' });
      try {
        return await withSite(async (site) => {
          const ground = await groundOf({ ...stage, send: sendFrom(node.url, '127.3.0.3') });
          await allowHost(ground, new URL(site.url).host);
          const names = [
            'a\u202Eb\u2066c',
            'a\nb\u2028c',
            '\u200B\u200B',
            'x'.repeat(500),
            '\u{E0041}a\u0000b',
          ];
          site.respondWith(({ path }) =>
            sound({ client_name: names[Number(path.slice(2))] })(`${site.url}${path}`),
          );
          const found: string[] = [];
          for (const n of names.keys()) {
            const { json: read } = await ground.browser.read(
              ground.start({ clientId: `${site.url}/n${n}` }).query,
            );
            const request = read['request'] as { readonly client_name?: string } | null;
            const name = request?.client_name ?? '';
            if (name === '' || name.length > 60 || /[\p{C}\p{Zl}\p{Zp}]/u.test(name))
              found.push(JSON.stringify(name));
          }
          return evidence(found.length > 0, found.join());
        });
      } finally {
        await node.stop();
      }
    },
  },
];
