import { challengeOf, exchangeForm } from '@parley/test-support/oauth-program.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { evidence, type Attack } from '../../attack.ts';
import type { Answer } from '../../client.ts';
import { times } from '../helpers.ts';
import { gives, givesNone, groundOf, refreshForm, type Form, type ProgramGround } from './ground.ts';

/** Exchanges fresh codes, each with one change. */
async function changed(ground: ProgramGround, changes: readonly Form[]): Promise<string | undefined> {
  const forms = await Promise.all(
    changes.map(async (change) => {
      const started = ground.start();
      return { ...exchangeForm(started, await ground.code(started)), ...change };
    }),
  );
  return givesNone(ground, forms);
}

/** Attempts to exchange codes of others, and own ones for more than they stand for. */
export const codeAttacks: readonly Attack[] = [
  {
    name: 'a thief exchanges a code that its program has exchanged',
    success: 'the thief gets tokens, or those of the program go on',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const { started, code, access, refresh } = await ground.connect();
      const thief = await ground.post(exchangeForm(started, code));
      const [used, renewed] = [
        await ground.use(access),
        await ground.post(refreshForm({ started, refresh })),
      ];
      return evidence(gives(thief) || used.status !== 401 || gives(renewed), `${thief.text}; ${used.status}`);
    },
  },
  {
    name: 'twenty exchanges of one code at once',
    success: 'two give tokens, or one of the tokens works',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const started = ground.start();
      const form = exchangeForm(started, await ground.code(started));
      const answers = await times(20, () => ground.post(form));
      const given = answers.filter(gives);
      const statuses = await Promise.all(
        given.map(async ({ json }) => (await ground.use(String(json['access_token']))).status),
      );
      return evidence(given.length !== 1 || statuses.includes(200), `${given.length}: ${statuses.join()}`);
    },
  },
  {
    name: 'a thief puts the code of a user into its own session with a program',
    success: 'the program gets tokens of the user',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const [victim, thief] = [ground.start(), ground.start()];
      const code = await ground.code(victim);
      return givesNone(ground, [exchangeForm(thief, code), exchangeForm(victim, code)]);
    },
  },
  {
    name: 'a program exchanges the code of another one',
    success: 'it gets tokens',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const other = await ground.addProgram();
      return changed(ground, [
        { client_id: other.clientId },
        { client_id: ground.program.clientId.toUpperCase() },
        { client_id: `${ground.program.clientId} ` },
        { client_id: 'https://assistant.example/client.json' },
        { client_id: '' },
      ]);
    },
  },
  {
    name: 'a program exchanges a code with another verifier',
    success: 'it gets tokens',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const started = ground.start();
      const right = started.verifier;
      const wrong = [
        '',
        challengeOf(right),
        right.slice(0, -1),
        `${right}a`,
        right.toLowerCase() === right ? right.toUpperCase() : right.toLowerCase(),
        'a'.repeat(43),
        'a'.repeat(129),
        `${right}\n`,
        '%00'.repeat(20),
      ];
      const forms: Form[] = [];
      for (const code_verifier of wrong) {
        const code = await ground.code(started);
        forms.push({ ...exchangeForm(started, code), code_verifier });
      }
      const { code_verifier: _verifier, ...without } = exchangeForm(started, await ground.code(started));
      return givesNone(ground, [...forms, without]);
    },
  },
  {
    name: 'a program exchanges a code at another address, or for another part of the server',
    success: 'it gets tokens',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      return changed(ground, [
        { redirect_uri: 'https://evil.example/' },
        { redirect_uri: 'https://assistant.example/callback/' },
        { redirect_uri: '' },
        { resource: `${ground.issuer}/mcp` },
        { resource: 'https://evil.example/mcp' },
        { resource: ground.issuer },
        { resource: `${ground.issuer}/api/v1/` },
        { resource: '' },
      ]);
    },
  },
  {
    name: 'a program exchanges a code after its minute',
    success: 'it gets tokens',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const started = ground.start();
      const code = await ground.code(started);
      await stage.server.server.world.pool.all(
        sql`update authorization_code set expires_at = now() - interval '1 second' where user_id = ${ground.owner.id}`,
      );
      return givesNone(ground, [exchangeForm(started, code)]);
    },
  },
  {
    name: 'a program sends a secret, which nobody checks, or its parameters in the address',
    success: 'it gets tokens',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const found: string[] = [];
      const attempts: readonly ((form: Form) => Promise<Answer>)[] = [
        (form) => ground.post({ ...form, client_secret: 'a secret' }),
        (form) => ground.post({ ...form, client_assertion: 'x.y.z' }),
        (form) =>
          ground.post(form, '/oauth/token', {
            authorization: `Basic ${btoa(`${form['client_id'] ?? ''}:secret`)}`,
          }),
        (form) => ground.post(form, '/oauth/token?client_secret=x'),
        (form) => ground.post('', `/oauth/token?${new URLSearchParams(form).toString()}`),
        (form) =>
          ground.send(`/oauth/token?${new URLSearchParams(form).toString()}`, { host: ground.owner.host }),
        (form) => ground.post(JSON.stringify(form), '/oauth/token', { 'content-type': 'application/json' }),
        (form) =>
          ground.post(new URLSearchParams(form).toString(), '/oauth/token', { 'content-type': 'text/plain' }),
      ];
      for (const [number, attempt] of attempts.entries()) {
        const started = ground.start();
        const answer = await attempt(exchangeForm(started, await ground.code(started)));
        if (gives(answer)) found.push(`${number}: ${answer.text}`);
      }
      return evidence(found.length > 0, found.join('; '));
    },
  },
  {
    name: 'a program repeats parameters, so that two readers read different ones',
    success: 'it gets tokens',
    attempt: async (stage) => {
      const ground = await groundOf(stage);
      const found: string[] = [];
      for (const name of ['client_id', 'code', 'code_verifier', 'redirect_uri', 'grant_type']) {
        const started = ground.start();
        const form = exchangeForm(started, await ground.code(started));
        const body = `${new URLSearchParams(form).toString()}&${name}=${encodeURIComponent(form[name] ?? '')}`;
        const answer = await ground.post(body);
        if (gives(answer)) found.push(name);
      }
      return evidence(found.length > 0, found.join());
    },
  },
];
