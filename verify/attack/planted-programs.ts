import type { Call } from './client.ts';
import type { PlantedHole } from './planted-holes.ts';

type Changed = { path: string; call: Call };
type Change = (query: URLSearchParams) => void;

/** Changes the query of a program on its way to the consent page. */
function withQuery(path: string, call: Call, change: Change): Changed {
  const changed = (text: string): string => {
    const query = new URLSearchParams(text);
    change(query);
    return query.toString();
  };
  if (path.startsWith('/json/oauth/request?')) {
    const parameters = new URLSearchParams(path.split('?')[1]);
    parameters.set('query', changed(parameters.get('query') ?? ''));
    return { path: `/json/oauth/request?${parameters.toString()}`, call };
  }
  if (path !== '/json/oauth/decision' || call.form === undefined) return { path, call };
  return { path, call: { ...call, form: { ...call.form, query: changed(call.form['query'] ?? '') } } };
}

/** Changes the form of a program on its way to the endpoint for tokens. */
function withForm(path: string, call: Call, change: Change): Changed {
  if (!path.startsWith('/oauth/token') || typeof call.body !== 'string') return { path, call };
  const form = new URLSearchParams(call.body);
  change(form);
  const { authorization: _authorization, ...headers } = call.headers ?? {};
  return { path: '/oauth/token', call: { ...call, body: form.toString(), headers } };
}

/** Takes the first of several parameters, as a server without a check would. */
function takeFirst(parameters: URLSearchParams): void {
  for (const name of new Set(parameters.keys())) parameters.set(name, parameters.get(name) ?? '');
}

/** Mistakes with programs that must be noticed, by name. */
export const plantedProgramHoles: Readonly<Record<string, PlantedHole>> = {
  'addresses are compared by their beginning': {
    request: (path, call) =>
      withQuery(path, call, (query) => {
        const registered = 'https://assistant.example/callback';
        if (query.get('redirect_uri')?.startsWith(registered) === true) query.set('redirect_uri', registered);
      }),
    attack: 'a page sends the user on with an address that resembles the one of a program',
  },
  'PKCE may be missing': {
    request: (path, call) =>
      withQuery(path, call, (query) => {
        if (query.has('code_challenge')) return;
        query.set('code_challenge', 'a'.repeat(43));
        query.set('code_challenge_method', 'S256');
      }),
    attack: 'a program leaves PKCE out, or weakens it',
  },
  'the first of two parameters counts': {
    request: (path, call) => {
      const asked = withQuery(path, call, takeFirst);
      return withForm(asked.path, asked.call, takeFirst);
    },
    attack: 'a program repeats parameters, so that two readers read different ones',
  },
  'a secret of a program is not looked at': {
    request: (path, call) => withForm(path, call, (form) => form.delete('client_secret')),
    attack: 'a program sends a secret, which nobody checks, or its parameters in the address',
  },
  'the address of an exchange is ignored': {
    request: (path, call) => withForm(path, call, (form) => form.delete('redirect_uri')),
    attack: 'a program exchanges a code at another address, or for another part of the server',
  },
  'every page may decide': {
    request: (path, call) =>
      path.startsWith('/json/oauth/')
        ? {
            path,
            call: {
              ...call,
              headers: {
                ...call.headers,
                origin: `http://${call.host ?? ''}`,
                'sec-fetch-site': 'same-origin',
                'x-parley': 'web',
              },
            },
          }
        : { path, call },
    attack: 'a page of another site allows a program with the cookie of its visitor',
  },
  'the consent page may be in a frame': {
    answer: (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-security-policy': "default-src 'self'" },
    }),
    attack: 'a page of another site has the consent page in a frame, or opens it and keeps a hand on it',
  },
  'answers do not name their issuer': {
    answer: (answer) => {
      const { location } = answer.json;
      return typeof location === 'string'
        ? { ...answer, json: { ...answer.json, location: location.replace(/[?&]iss=[^&]*/, '') } }
        : answer;
    },
    attack: 'a page of another server mixes itself up with this one',
  },
  'documents of the own machine are read': {
    environment: { PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' },
    attack: 'a program describes itself at an address that only the server can reach',
  },
  'every kind of credential is for assistants': {
    request: (path, call) => {
      const token = /(pk_\w{32})/.exec(JSON.stringify([path, call.headers]))?.[1];
      return path.startsWith('/mcp') && token !== undefined
        ? { path: '/mcp', call: { ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } } }
        : { path, call };
    },
    attack: 'a program sends credentials of other kinds to the address of assistants',
  },
};
