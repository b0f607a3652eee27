import { answerIn, exchangeForm } from '@parley/test-support/oauth-program.ts';
import { evidence, type Attack } from '../../attack.ts';
import type { Answer } from '../../client.ts';
import { OTHER_ADDRESSES, OTHER_MACHINES } from './addresses.ts';
import { codeOf, gives, groundOf, LOOPBACK_URI, REDIRECT_URI, type ProgramGround } from './ground.ts';

/** The ways in which a request went further than it may: it is shown, answered with an address, allowed, or fails the node. */
function admitted(what: string, read: Answer, decided: Answer): string[] {
  const location = read.json['location'];
  return [
    ...(read.status >= 500 || decided.status >= 500 || read.status === 0 ? [`${what}: an error`] : []),
    ...(read.status === 200 && read.json['request'] !== null ? [`${what}: shown`] : []),
    ...(typeof location === 'string' && codeOf(read) !== undefined ? [`${what}: ${location}`] : []),
    ...(decided.status === 200 ? [`${what}: allowed`] : []),
  ];
}

/** Reads and allows requests with changes, of which none may be allowed. */
async function tryAll(
  { browser, start }: ProgramGround,
  tries: readonly Readonly<Record<string, string | null>>[],
): Promise<readonly { readonly found: readonly string[]; readonly location: unknown }[]> {
  return Promise.all(
    tries.map(async (changes) => {
      const { query } = start({}, changes);
      const [read, decided] = [await browser.read(query), await browser.decide(query)];
      return { found: admitted(JSON.stringify(changes), read, decided), location: read.json['location'] };
    }),
  );
}

async function refusesAll(
  ground: ProgramGround,
  tries: readonly Readonly<Record<string, string | null>>[],
): Promise<string | undefined> {
  const control = await ground.browser.decide(ground.start().query);
  const found = (await tryAll(ground, tries)).flatMap((one) => one.found);
  if (codeOf(control) === undefined) found.push(`the control was refused: ${control.text}`);
  return evidence(found.length > 0, found.join('; '));
}

/** As `refusesAll`, where the browser may not even be sent back. */
async function leadsNowhere(
  ground: ProgramGround,
  addresses: readonly string[],
): Promise<string | undefined> {
  const tries = await tryAll(
    ground,
    addresses.map((redirect_uri) => ({ redirect_uri })),
  );
  const found = tries.flatMap((one) => [
    ...one.found,
    ...(typeof one.location === 'string' ? [one.location] : []),
  ]);
  return evidence(found.length > 0, found.join('; '));
}

const challenge = (text: string) => ({ code_challenge: text });

/** Attempts of programs, and of pages that pretend to be one, with the request to the consent page. */
export const requestAttacks: readonly Attack[] = [
  {
    name: 'a page sends the user on with an address that resembles the one of a program',
    success: 'the request is shown, or the browser is sent to the address',
    attempt: async (stage) => leadsNowhere(await groundOf(stage), OTHER_ADDRESSES),
  },
  {
    name: 'a page sends the user on with an address that resembles one of the own computer',
    success: 'the request is shown, or the browser is sent to the address',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const control = ground.start({ redirectUri: LOOPBACK_URI.replace('.1/', '.1:51234/') });
      if (codeOf(await ground.browser.decide(control.query)) === undefined) return 'no port is free';
      return leadsNowhere(ground, OTHER_MACHINES);
    },
  },
  {
    name: 'a page uses the server as an open redirect',
    success: 'an answer leads to another site',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const evil = 'https://evil.example/';
      const queries = [
        ground.start({ clientId: 'client-unknown', redirectUri: evil }),
        ground.start({ redirectUri: evil }),
        ground.start({ clientId: evil, redirectUri: evil }),
        ground.start({ redirectUri: evil }, { response_type: 'none' }),
      ].map(({ query }) => query);
      const found: string[] = [];
      for (const query of queries) {
        const page = await ground.send(`/oauth/authorize?${query}`, { host: ground.owner.host });
        if (
          page.status !== 200 ||
          page.headers['location'] !== undefined ||
          page.text.includes('evil.example')
        )
          found.push(`the page: ${page.status} ${String(page.headers['location'])}`);
        const { json } = await ground.browser.read(query);
        if (json['location'] !== null) found.push(JSON.stringify(json['location']));
      }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a program leaves PKCE out, or weakens it',
    success: 'the request is shown or allowed',
    attempt: async (stage) =>
      refusesAll(await groundOf(stage), [
        { code_challenge: null },
        { code_challenge: null, code_challenge_method: null },
        { code_challenge_method: 'plain' },
        { code_challenge_method: null },
        { code_challenge_method: 's256' },
        { code_challenge_method: 'S256 plain' },
        { code_challenge_method: 'S512' },
        challenge(''),
        challenge('short'),
        challenge('a'.repeat(42)),
        challenge(`${'a'.repeat(43)}=`),
        challenge('a'.repeat(44)),
        challenge(`${'a'.repeat(42)}+`),
        challenge('ä'.repeat(43)),
      ]),
  },
  {
    name: 'a page repeats parameters, so that page and server read different ones',
    success: 'the request is shown, or the browser is sent elsewhere',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const { query } = ground.start({ resource: `${ground.issuer}/api/v1` });
      const extra = {
        client_id: 'client-other',
        redirect_uri: 'https://evil.example/',
        scope: 'organize',
        state: 'evil',
        resource: `${ground.issuer}/mcp`,
        response_type: 'token',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: 'plain',
      };
      const found: string[] = [];
      for (const [name, value] of Object.entries(extra))
        for (const both of [
          `${query}&${name}=${encodeURIComponent(value)}`,
          `${name}=${encodeURIComponent(value)}&${query}`,
        ]) {
          const [read, decided] = [await ground.browser.read(both), await ground.browser.decide(both)];
          found.push(...admitted(name, read, decided));
          const location = read.json['location'];
          if (typeof location === 'string' && !location.startsWith(`${REDIRECT_URI}?`)) found.push(location);
        }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a page asks for the code in a fragment, a form, or for a token at once',
    success: 'the request is shown or allowed',
    attempt: async (stage) =>
      refusesAll(await groundOf(stage), [
        ...['fragment', 'form_post', 'jwt', 'query.jwt', 'web_message', ''].map((mode) => ({
          response_mode: mode,
        })),
        ...['token', 'id_token', 'code token', 'token code', 'none', 'CODE', ''].map((type) => ({
          response_type: type,
        })),
      ]),
  },
  {
    name: 'a page hides the request in an object or at an address',
    success: 'the request is shown or allowed',
    attempt: async (stage) =>
      refusesAll(await groundOf(stage), [
        { request: 'eyJhbGciOiJub25lIn0.e30.' },
        { request_uri: 'https://evil.example/request' },
        { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      ]),
  },
  {
    name: 'a page of another server mixes itself up with this one',
    success: 'an answer names another issuer, or none',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const found: string[] = [];
      const forged = {
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
        'x-forwarded-proto': 'gopher',
      };
      for (const [started, changes] of [
        [ground.start({}, { iss: 'https://evil.example' }), {}],
        [ground.start({}, { state: 'x&iss=https://evil.example' }), {}],
        [ground.start(), { allow: 'false' }],
      ] as const) {
        const { json } = await ground.browser.decide(started.query, changes, forged);
        const issuers = URL.parse(String(json['location']))?.searchParams.getAll('iss') ?? [];
        if (issuers.join() !== ground.issuer) found.push(String(json['location']));
      }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a proxy or page poisons the metadata with another host',
    success: 'a document names a host that is not of this server',
    attempt: async (stage) => {
      const { send, owner, issuer } = await groundOf(stage);
      const found: string[] = [];
      for (const path of [
        '/.well-known/oauth-authorization-server',
        '/.well-known/oauth-protected-resource/mcp',
        '/.well-known/oauth-protected-resource/api/v1',
      ])
        for (const headers of [
          { 'x-forwarded-host': 'evil.example' },
          { 'x-forwarded-proto': 'javascript' },
          { forwarded: 'host=evil.example;proto=https' },
          { host: `${owner.host}:54321` },
          { host: 'evil.example' },
          { host: owner.host.toUpperCase() },
        ]) {
          const { text, status } = await send(path, { host: owner.host, headers });
          const own = headers.host === 'evil.example' ? 'http://parley.test' : issuer;
          if (status === 200 && (/evil|54321|javascript/.test(text) || !text.includes(`"${own}`)))
            found.push(`${path}: ${text}`);
        }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a page puts parameters of its own into the answer by the state',
    success: 'the program reads another code or error',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const states = [
        'x&code=evil',
        'x#code=evil',
        'x\r\nLocation: https://evil.example',
        '%26code%3Devil',
        '"><script>',
      ];
      const found: string[] = [];
      for (const state of states) {
        const answer = await ground.browser.decide(ground.start({}, { state }).query);
        const url = URL.parse(String(answer.json['location']));
        const codes = url?.searchParams.getAll('code') ?? [];
        const isSound = codes.length === 1 && url?.hash === '' && answerIn(url.href)['state'] === state;
        if (answer.status === 200 && (!isSound || codes[0] === 'evil')) found.push(String(url?.href));
      }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a program asks for more than users can give',
    success: 'its token has such a right',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const everything = [
        'administer manage_channels change_settings call_operations',
        'see_directory administer',
        'see_directory\u00a0administer',
        'see_directory\tadminister',
        'ADMINISTER *',
        'openid offline_access',
      ];
      const found: string[] = [];
      for (const scope of everything) {
        const started = ground.start({ scope });
        const scopes = JSON.stringify(['see_directory', 'administer', 'manage_channels', 'call_operations']);
        const code = codeOf(await ground.browser.decide(started.query, { scopes }));
        if (code === undefined) continue;
        const tokens = await ground.post(exchangeForm(started, code));
        if (!gives(tokens) || tokens.json['scope'] !== 'see_directory')
          found.push(`${scope}: ${tokens.text}`);
      }
      return evidence(found.length > 0, found.join('; '));
    },
  },
];
