import { exchangeForm } from '@parley/test-support/oauth-program.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { evidence, type Attack } from '../../attack.ts';
import type { Answer } from '../../client.ts';
import { times } from '../helpers.ts';
import { gives, givesNone, groundOf, refreshForm, type ProgramGround } from './ground.ts';

/** More than the limit of an address, and than what comes back of it meanwhile. */
const MANY_TRIES = 5_000;

/** Attempts with tokens of others, and with own ones for more than they stand for. */
export const tokenAttacks: readonly Attack[] = [
  {
    name: 'a thief renews with a refresh token that its program has used',
    success: 'the thief gets tokens, or those of the program go on',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const connected = await ground.connect();
      const { json } = await ground.post(refreshForm(connected));
      const thief = await ground.post(refreshForm(connected));
      const next = { ...connected, refresh: String(json['refresh_token']) };
      const later = await ground.post(refreshForm(next));
      const used = await ground.use(String(json['access_token']));
      return evidence(gives(thief) || gives(later) || used.status !== 401, `${thief.text}; ${used.status}`);
    },
  },
  {
    name: 'twenty renewals with one refresh token at once',
    success: 'two give tokens, or one of the tokens works',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const connected = await ground.connect();
      const given = (await times(20, () => ground.post(refreshForm(connected)))).filter(gives);
      const statuses = await Promise.all(
        given.map(async ({ json }) => (await ground.use(String(json['access_token']))).status),
      );
      return evidence(given.length > 1 || statuses.includes(200), `${given.length}: ${statuses.join()}`);
    },
  },
  {
    name: 'a program renews the token of another one, or at another organization',
    success: 'it gets tokens',
    attempt: async (stage) => {
      const [ground, foreign] = [await groundOf(stage), await groundOf(stage)];
      const connected = await ground.connect();
      const other = await ground.addProgram();
      const answers: Answer[] = [
        await ground.post({ ...refreshForm(connected), client_id: other.clientId }),
        await foreign.post(refreshForm(connected)),
        await foreign.post({ ...refreshForm(connected), client_id: foreign.program.clientId }),
        await foreign.use(connected.access),
      ];
      const control = await ground.use(connected.access);
      return evidence(
        answers.some((answer) => gives(answer) || answer.status === 200) || control.status !== 200,
        answers.map(({ text }) => text).join('; '),
      );
    },
  },
  {
    name: 'a program widens its rights when it exchanges or renews',
    success: 'its token has another right',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const started = ground.start({ scope: 'see_directory' });
      const form = exchangeForm(started, await ground.code(started));
      const first = await ground.post({ ...form, scope: 'see_directory read_messages organize' });
      const refresh = String(first.json['refresh_token']);
      const renew = (scope: string) => ground.post({ ...refreshForm({ started, refresh }), scope });
      const wide: Answer[] = [];
      for (const scope of [
        'read_messages',
        'see_directory administer',
        'see_directory\u00a0read_messages',
        '*',
      ])
        wide.push(await renew(scope));
      const last = await renew('see_directory');
      const scopes = [first, last, ...wide.filter(gives)].map(({ json }) => json['scope']);
      return evidence(
        scopes.some((scope) => scope !== 'see_directory'),
        scopes.join('; '),
      );
    },
  },
  {
    name: 'a program asks by grants that are not for it',
    success: 'it gets tokens',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const { started, code, access, refresh } = await ground.connect();
      const { clientId: client_id } = started;
      const { email, apiKey } = ground.owner;
      return givesNone(ground, [
        { grant_type: 'password', client_id, username: email, password: 'correct horse battery staple' },
        { grant_type: 'client_credentials', client_id },
        { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', client_id, assertion: 'x.y.z' },
        { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange', client_id, subject_token: access },
        { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', client_id, device_code: code },
        { grant_type: 'refresh_token', client_id, refresh_token: access },
        { grant_type: 'refresh_token', client_id, refresh_token: apiKey },
        { ...exchangeForm(started, refresh) },
        { ...exchangeForm(started, access) },
        { grant_type: 'refresh_token', client_id, refresh_token: code },
      ]);
    },
  },
  {
    name: 'a program gives back the token of another one, or a key of a user',
    success: 'it ends',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const { access, refresh } = await ground.connect();
      const other = await ground.addProgram();
      for (const token of [access, refresh, ground.owner.apiKey, ground.browser.headers['cookie'] ?? ''])
        for (const client_id of [other.clientId, '', 'null'])
          await ground.post({ token, client_id }, '/oauth/revoke');
      const key = await ground.send('/api/v1/users/me', { as: ground.owner });
      const page = await ground.browser.read(ground.start().query);
      const statuses = [(await ground.use(access)).status, key.status, page.status];
      return evidence(
        statuses.some((status) => status !== 200),
        statuses.join(),
      );
    },
  },
  {
    name: 'a program goes on after its user, an administrator or time has ended it',
    success: 'a token works, or can be renewed',
    attempt: async (stage) => {
      const { pool } = stage.server.server.world;
      const ends: readonly ((ground: ProgramGround, id: number) => Promise<unknown>)[] = [
        ({ send, owner }, id) => send(`/api/v1/grants/${id}`, { as: owner, method: 'DELETE' }),
        ({ send, owner, program }) =>
          send(`/api/v1/realm/oauth-clients/${program.row}`, { as: owner, method: 'DELETE' }),
        ({ send, owner: { host }, browser: { headers } }) =>
          send('/json/sessions', { host, method: 'DELETE', headers }),
        (_ground, id) =>
          pool.all(sql`update credential set expires_at = now() - interval '1 second' where id = ${id}`),
      ];
      const found: string[] = [];
      for (const [number, end] of ends.entries()) {
        const ground = await groundOf(stage);
        const connected = await ground.connect();
        const row = await pool.first(
          sql<{
            id: number;
          }>`select id from credential where user_id = ${ground.owner.id} and kind = 'grant'`,
        );
        await end(ground, row?.id ?? 0);
        if ((await ground.use(connected.access)).status !== 401) found.push(`${number}: used`);
        if (gives(await ground.post(refreshForm(connected)))) found.push(`${number}: renewed`);
      }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a stranger tries thousands of codes and refresh tokens',
    success: 'each of them is looked up',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const { clientId } = ground.program;
      const statuses: number[] = [];
      // The limit gives some of it back while a slow machine answers.
      while (statuses.length < MANY_TRIES && !statuses.includes(429))
        statuses.push(
          ...(await times(50, async () => {
            const refresh_token = `pr_${'a'.repeat(32)}`;
            return (await ground.post({ grant_type: 'refresh_token', client_id: clientId, refresh_token }))
              .status;
          })),
        );
      return evidence(!statuses.includes(429), `${statuses.length} answers`);
    },
  },
  {
    name: 'a stranger learns from answers or their times which codes exist',
    success: 'a code that exists is told from one that does not, without its program',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const other = await ground.addProgram();
      const started = ground.start();
      const real = await ground.code(started);
      const near = Array.from(
        { length: 60 },
        (_, n) => `${real.slice(0, -1 - (n % 20))}${'a'.repeat(1 + (n % 20))}`,
      );
      const far = Array.from({ length: 60 }, () => `pc_${'b'.repeat(32)}`);
      const timesOf: { near: number[]; far: number[] } = { near: [], far: [] };
      for (const [n, code] of near.entries())
        for (const [kind, tried] of [
          ['near', code],
          ['far', far[n] ?? ''],
        ] as const) {
          if (tried === real) continue;
          const from = performance.now();
          await ground.post({ ...exchangeForm(started, tried), client_id: other.clientId });
          timesOf[kind].push(performance.now() - from);
        }
      const [one, two] = [median(timesOf.near), median(timesOf.far)];
      const ratio = Math.max(one, two) / Math.min(one, two);
      return evidence(ratio > 2, `${one.toFixed(2)} ms and ${two.toFixed(2)} ms`);
    },
  },
];

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
