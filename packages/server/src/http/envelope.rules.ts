import type { Endpoint } from '@parley/contract/endpoint.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import { holds, numberAt, plain, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft, draft } from '@parley/rules/steps/common.ts';

const OF = 'envelope';

function isPlainRead({ method, path, parameters }: Endpoint): boolean {
  return method === 'GET' && !path.includes('{') && Object.keys(parameters).length === 0;
}

export const envelopeRules: readonly Rule[] = [
  rule('ENV-1', OF, 'A success says `result` = `success` and an empty `msg`.', async (w) => {
    const answer = await w.ask('GET', '/users/me', { as: await w.owner() });
    success(answer);
  }),
  rule('ENV-2', OF, 'A failure says `result` = `error`, a readable `msg` and a `code`.', async (w) => {
    refused(await w.ask('POST', '/drafts', { as: await w.owner(), form: { drafts: 'x' } }));
  }),
  rule('ENV-3', OF, 'A successful body ends with exactly one newline.', async (w) => {
    const { text } = await w.ask('GET', '/drafts', { as: await w.owner() });
    holds(/[^\n]\n$/.test(text), 'one newline at the end', text.slice(-5));
  }),
  rule('ENV-4', OF, 'The body of an error ends with exactly one newline.', async (w) => {
    const { text } = await w.ask('GET', '/drafts');
    holds(/[^\n]\n$/.test(text), 'one newline at the end', text.slice(-5));
  }),
  rule('ENV-5', OF, 'Bodies are declared as `application/json`, successes and errors alike.', async (w) => {
    const good = await w.ask('GET', '/drafts', { as: await w.owner() });
    const bad = await w.ask('GET', '/drafts');
    for (const { headers } of [good, bad])
      holds(headers['content-type']?.split(';')[0] === 'application/json', 'application/json', headers);
  }),
  rule('ENV-6', OF, 'A creation is answered with status 200, as every success.', async (w) => {
    const form = { drafts: [draft()] };
    const answer = await w.ask('POST', '/drafts', { as: await w.owner(), form });
    same(answer.status, 200, 'the status');
    success(answer);
  }),
  rule('ENV-7', OF, 'A success has no `code`.', async (w) => {
    const { body } = success(await w.ask('GET', '/users/me', { as: await w.owner() }));
    holds(!('code' in body), 'no code', body);
  }),
  rule(
    'ENV-8',
    OF,
    'Parameters that the operation does not know are named, ascending, from query and body together.',
    async (w) => {
      const answer = await w.ask('POST', '/register', {
        as: await w.owner(),
        query: { zeta: 1 },
        form: { alpha: 1, event_types: [], fetch_event_types: [] },
      });
      same(success(answer).at('ignored_parameters_unsupported'), ['alpha', 'zeta'], 'the ignored parameters');
    },
  ),
  rule('ENV-9', OF, 'An unknown name in both query and body is reported once.', async (w) => {
    const answer = await w.ask('POST', '/register', {
      as: await w.owner(),
      query: { zeta: 1 },
      form: { zeta: 2, event_types: [], fetch_event_types: [] },
    });
    same(success(answer).at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('ENV-10', OF, 'A request with known parameters only gets no list of ignored ones.', async (w) => {
    const form = { event_types: [], fetch_event_types: [] };
    const { body } = success(await w.ask('POST', '/register', { as: await w.owner(), form }));
    holds(!('ignored_parameters_unsupported' in body), 'no list of ignored parameters', Object.keys(body));
  }),
  rule('ENV-11', OF, 'An error never lists ignored parameters.', async (w) => {
    const answer = await w.ask('POST', '/drafts', { as: await w.owner(), form: { zeta: 1 } });
    refused(answer, 'REQUEST_VARIABLE_MISSING');
    holds(!('ignored_parameters_unsupported' in answer.body), 'no list of ignored parameters', answer.body);
  }),
  rule('ENV-12', OF, 'A part of the path that is repeated in the body counts as unknown.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    const form = { draft_id: id, draft: draft() };
    const answer = success(await w.ask('PATCH', `/drafts/${id}`, { as, form }));
    same(answer.at('ignored_parameters_unsupported'), ['draft_id'], 'the ignored parameters');
  }),
  rule('ENV-13', OF, 'Names are sorted by their characters, capitals before small letters.', async (w) => {
    const form = { drafts: [], b: 1, a: 1, Z: 1 };
    const answer = success(await w.ask('POST', '/drafts', { as: await w.owner(), form }));
    same(answer.at('ignored_parameters_unsupported'), ['Z', 'a', 'b'], 'the ignored parameters');
  }),
  rule(
    'ENV-14',
    OF,
    'The parameter `client` is known to every GET and POST and never reported.',
    async (w) => {
      const as = await w.owner();
      plain(
        await w.ask('POST', '/navigation_views', {
          as,
          form: { client: 'website', fragment: w.unique('x'), is_pinned: true, name: w.unique('n') },
        }),
      );
      const shownUser = success(await w.ask('GET', '/users', { as, query: { client: 'website' } }));
      holds(
        !('ignored_parameters_unsupported' in shownUser.body),
        'no list of ignored parameters',
        shownUser.body,
      );
    },
  ),
  rule(
    'ENV-15',
    OF,
    'The parameter `client` in the body of a PATCH is not known and reported.',
    async (w) => {
      const as = await w.owner();
      const id = await addDraft(w, as);
      const form = { client: 'website', draft: draft() };
      const answer = success(await w.ask('PATCH', `/drafts/${id}`, { as, form }));
      same(answer.at('ignored_parameters_unsupported'), ['client'], 'the ignored parameters');
    },
  ),
  rule('ENV-16', OF, 'Text beyond ASCII comes back as it was sent, in UTF-8.', async (w) => {
    const as = await w.user();
    const content = 'Grüße, 世界 👋🏽';
    await addDraft(w, as, { content });
    const answer = success(await w.ask('GET', '/drafts', { as }));
    holds(
      answer.text.includes(content) || answer.at('drafts', 0, 'content') === content,
      content,
      answer.text,
    );
    same(answer.at('drafts', 0, 'content'), content, 'the content');
  }),
  rule('ENV-17', OF, 'Responses forbid caching.', async (w) => {
    const { headers } = await w.ask('GET', '/drafts', { as: await w.owner() });
    const control = headers['cache-control'] ?? '';
    for (const word of ['no-cache', 'no-store', 'must-revalidate', 'private', 'max-age=0'])
      holds(control.includes(word), `cache-control with ${word}`, control);
    holds(headers['expires'] !== undefined, 'a header Expires', headers);
  }),
  rule(
    'ENV-18',
    OF,
    'Responses say in which language they are, and that it depends on the client.',
    async (w) => {
      const { headers } = await w.ask('GET', '/drafts', { as: await w.owner() });
      holds((headers.vary ?? '').includes('Accept-Language'), 'Vary with Accept-Language', headers.vary);
      holds((headers['content-language'] ?? '') !== '', 'Content-Language', headers);
    },
  ),
  rule('ENV-19', OF, 'An unknown parameter does not make a request fail.', async (w) => {
    success(
      await w.ask('GET', '/users', { as: await w.owner(), query: { dont_block: true, nonsense: 'x' } }),
    );
  }),
  rule(
    'ENV-20',
    OF,
    'Extra fields of an error stand beside `result`, `msg` and `code`, and nothing else does.',
    async (w) => {
      const { body } = await w.ask('POST', '/drafts', { as: await w.owner(), form: {} });
      same(Object.keys(body).toSorted(), ['code', 'msg', 'result', 'var_name'], 'the fields of the error');
    },
  ),
  rule(
    'ENV-21',
    OF,
    'Every operation with GET that has no parameters reports unknown parameters.',
    async (w) => {
      const as = await w.owner();
      for (const { path } of endpoints.filter(isPlainRead)) {
        const answer = success(await w.ask('GET', path, { as, query: { zeta: 1 } }));
        same(answer.at('ignored_parameters_unsupported'), ['zeta'], `the ignored parameters of ${path}`);
      }
    },
  ),
  rule(
    'ENV-23',
    OF,
    'The `msg` of a refusal is in the language that the user chose, and its `code` is the same.',
    async (w) => {
      const as = await w.user();
      const ask = () => w.ask('DELETE', '/drafts/999999', { as });
      const english = await ask();
      success(await w.ask('PATCH', '/settings', { as, form: { default_language: 'de' } }));
      const german = await ask();
      same(german.body['code'], english.body['code'], 'the code');
      same(german.body['msg'], 'Diesen Entwurf gibt es nicht.', 'the text');
      same(german.headers['content-language'], 'de', 'Content-Language');
    },
  ),
  rule('ENV-22', OF, 'Requests that delete or mute report unknown parameters.', async (w) => {
    const [as, other] = [await w.owner(), await w.user()];
    const snippet = await w.ask('POST', '/saved_snippets', { as, form: { title: 't', content: 'c' } });
    const fragment = w.unique('view');
    success(
      await w.ask('POST', '/navigation_views', { as, form: { fragment, name: fragment, is_pinned: true } }),
    );
    for (const [method, path, caller] of [
      ['DELETE', `/drafts/${await addDraft(w, as)}`, as],
      ['DELETE', `/saved_snippets/${numberAt(success(snippet), 'saved_snippet_id')}`, as],
      ['DELETE', `/navigation_views/${fragment}`, as],
      ['POST', `/users/me/muted_users/${other.id}`, as],
      ['DELETE', `/users/me/muted_users/${other.id}`, as],
      ['DELETE', '/users/me', other],
    ] as const) {
      const answer = success(await w.ask(method, path, { as: caller, form: { zeta: 1 } }));
      same(answer.at('ignored_parameters_unsupported'), ['zeta'], `the ignored parameters of ${path}`);
    }
  }),
];
