import type { Answer, Call } from './client.ts';

/** A node with a hole: its settings, requests or answers are changed between the attacker and a node without. */
export type PlantedHole = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly request?: (path: string, call: Call) => { path: string; call: Call };
  readonly answer?: (answer: Answer) => Answer;
  /** The attack that must succeed, by name. */
  readonly attack: string;
};

/** Mistakes that must be noticed, by name. */
export const plantedHoles: Readonly<Record<string, PlantedHole>> = {
  'nothing is limited': {
    environment: { PARLEY_RATE_LIMITS: 'false' },
    attack: 'a stranger tries 150 wrong keys',
  },
  'every address is believed': {
    environment: { PARLEY_TRUSTED_PROXIES: '127.0.0.0/8' },
    attack: 'a stranger changes X-Forwarded-For with every password',
  },
  'files are shown as they are': {
    answer: (answer) => ({
      ...answer,
      headers: {
        ...answer.headers,
        'content-security-policy': undefined,
        'x-content-type-options': undefined,
      },
    }),
    attack: 'a member uploads an HTML page and opens it',
  },
  'wrong input is an error of the server': {
    answer: (answer) => ({ ...answer, status: answer.status === 400 ? 500 : answer.status }),
    attack: 'a user sends SQL',
  },
  'the machine of the server is a public network': {
    environment: { PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8', PARLEY_PREVIEW_PORTS: '0' },
    attack: 'a member reads the machine of the server through signed pictures',
  },
  'pages of every origin are served': {
    request: (path, call) => {
      const { origin: _origin, ...headers } = call.headers ?? {};
      return { path, call: path === '/mcp' ? { ...call, headers } : call };
    },
    attack: 'a page of another site calls the address of assistants',
  },
  'texts of users are not quoted': {
    answer: (answer) => ({ ...answer, text: answer.text.replaceAll(String.raw`\n| `, String.raw`\n`) }),
    attack: 'a member writes a text that pretends to end the data, or to be another message',
  },
  'the host does not matter': {
    request: (path, call) => ({ path, call: { ...call, host: call.as?.host ?? call.host ?? 'parley.test' } }),
    attack: 'a key is used at the host of another organization',
  },
  'the page of an attacker is the own one': {
    environment: { PARLEY_EXTERNAL_HOST: 'parley-log-in.test' },
    attack: 'a page of a similar name passes the answer of a passkey on',
  },
};
