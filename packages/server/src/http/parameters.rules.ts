import { holds, lacking, plain, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft, draft } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'parameters';

/** Adds a view with one field written as the rule wants it. */
async function view(
  w: World,
  fields: Readonly<Record<string, unknown>>,
  how: 'form' | 'query' | 'multipart' = 'form',
) {
  const all = { fragment: w.unique('f'), is_pinned: true, name: w.unique('n'), ...fields };
  return w.ask('POST', '/navigation_views', { as: await w.owner(), [how]: all });
}

function refusedTexts(
  id: string,
  sentence: string,
  texts: readonly string[],
  ask: (w: World, text: string) => Promise<void>,
): Rule {
  return rule(id, OF, sentence, async (w) => {
    for (const text of texts) await ask(w, text);
  });
}

export const parameterRules: readonly Rule[] = [
  rule('PAR-1', OF, 'A POST takes its parameters from a form body.', async (w) =>
    plain(await view(w, {}, 'form')),
  ),
  rule('PAR-2', OF, 'A POST takes its parameters from the query string.', async (w) =>
    plain(await view(w, {}, 'query')),
  ),
  rule('PAR-3', OF, 'A POST takes its parameters from a multipart body.', async (w) =>
    plain(await view(w, {}, 'multipart')),
  ),
  rule(
    'PAR-4',
    OF,
    'A PATCH takes its parameters from a form body, a multipart body and the query string.',
    async (w) => {
      const as = await w.owner();
      const id = await addDraft(w, as);
      for (const how of ['form', 'multipart', 'query'])
        plain(await w.ask('PATCH', `/drafts/${id}`, { as, [how]: { draft: draft({ content: how }) } }));
    },
  ),
  rule(
    'PAR-5',
    OF,
    'A DELETE takes its parameters from a form body, a multipart body and the query string.',
    async (w) => {
      const as = await w.owner();
      for (const how of ['form', 'multipart', 'query']) {
        const { id } = await w.listen(as, { event_types: [], fetch_event_types: [] });
        plain(await w.ask('DELETE', '/events', { as, [how]: { queue_id: id } }));
      }
    },
  ),
  rule('PAR-6', OF, 'A JSON body is refused with an error that names form fields.', async (w) => {
    const raw = JSON.stringify({ fragment: 'inbox', is_pinned: true });
    for (const type of ['application/json', 'application/json; charset=utf-8', 'application/problem+json']) {
      const headers = { 'content-type': type };
      const answer = await w.ask('POST', '/navigation_views', { as: await w.owner(), raw, headers });
      refused(answer);
      holds(String(answer.body['msg']).includes('form fields'), 'a message about form fields', answer.body);
    }
  }),
  rule('PAR-7', OF, 'A name in both body and query has the value of the body.', async (w) => {
    const as = await w.owner();
    const [good, bad] = [w.unique('body'), w.unique('query')];
    const form = { fragment: good, is_pinned: true, name: good };
    plain(await w.ask('POST', '/navigation_views', { as, query: { fragment: bad }, form }));
    const { text } = await w.ask('GET', '/navigation_views', { as });
    holds(text.includes(good) && !text.includes(bad), `only ${good}`, text);
  }),
  rule('PAR-8', OF, 'Of a name that the body says twice, the last value counts.', async (w) => {
    const as = await w.owner();
    const [first, last] = [w.unique('a'), w.unique('b')];
    const form = [
      ['fragment', first],
      ['fragment', last],
      ['is_pinned', true],
      ['name', last],
    ] as const;
    plain(await w.ask('POST', '/navigation_views', { as, form }));
    const { text } = await w.ask('GET', '/navigation_views', { as });
    holds(text.includes(last) && !text.includes(first), `only ${last}`, text);
  }),
  rule('PAR-9', OF, 'Of a name that the query says twice, the last value counts.', async (w) => {
    const query = [
      ['user_ids', '"x"'],
      ['user_ids', '[]'],
    ] as const;
    same(success(await w.ask('GET', '/users', { as: await w.owner(), query })).at('members'), [], 'members');
  }),
  rule('PAR-10', OF, 'Text parameters are taken raw: quotation marks are part of the value.', async (w) => {
    const as = await w.owner();
    const name = `"${w.unique('n')}"`;
    plain(await view(w, { name }));
    const { text } = await w.ask('GET', '/navigation_views', { as });
    holds(text.includes(JSON.stringify(name)), name, text);
  }),
  rule(
    'PAR-11',
    OF,
    'A plus sign and percent signs in a form body mean a space and characters.',
    async (w) => {
      const as = await w.owner();
      const word = w.unique('n');
      const raw = `fragment=${word}&is_pinned=true&name=${word}+%C3%A9`;
      plain(
        await w.ask('POST', '/navigation_views', {
          as,
          raw,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      );
      const { text } = await w.ask('GET', '/navigation_views', { as });
      holds(text.includes(`${word} é`), `${word} é`, text);
    },
  ),
  refusedTexts(
    'PAR-12',
    'A boolean is the word `true` or `false` and nothing else.',
    ['True', 'FALSE', '1', '0', '"true"', 'null', '', 'yes'],
    async (w, text) => {
      refused(await view(w, { is_pinned: text }));
    },
  ),
  rule('PAR-13', OF, 'Both `true` and `false` are accepted for a boolean.', async (w) => {
    plain(await view(w, { is_pinned: 'true' }));
    plain(await view(w, { is_pinned: 'false' }));
  }),
  refusedTexts(
    'PAR-14',
    'An integer is written with digits: no fraction, no exponent, no quotes, no word.',
    ['5.0', '1e3', '"5"', 'true', 'null', '', 'abc', '0x10', '5 5'],
    async (w, text) => {
      const query = { queue_id: 'q', last_event_id: text };
      refused(await w.ask('GET', '/events', { as: await w.owner(), query }));
    },
  ),
  refusedTexts(
    'PAR-15',
    'An integer beyond every id is refused, not an accident.',
    ['9223372036854775808', '1e400', '99999999999999999999'],
    async (w, text) => {
      refused(await w.ask('GET', '/users', { as: await w.owner(), query: { user_ids: `[${text}]` } }));
    },
  ),
  refusedTexts(
    'PAR-16',
    'A list of integers takes neither a bare integer nor an object nor other items.',
    ['1', '{}', '["1"]', '[1,"a"]', 'null', ''],
    async (w, text) => {
      refused(await w.ask('GET', '/users', { as: await w.owner(), query: { user_ids: text } }));
    },
  ),
  refusedTexts(
    'PAR-17',
    'A list of texts takes neither a bare text nor other items.',
    ['"a"', '[1]', '{}', 'message'],
    async (w, text) => {
      refused(await w.ask('POST', '/register', { as: await w.owner(), form: { event_types: text } }));
    },
  ),
  refusedTexts(
    'PAR-18',
    'Where a JSON value may be absent, the word `null` is still refused.',
    ['null'],
    async (w, text) => {
      const as = await w.owner();
      refused(await w.ask('GET', '/users', { as, query: { client_gravatar: text } }));
      refused(await w.ask('POST', '/register', { as, form: { fetch_event_types: text } }));
    },
  ),
  refusedTexts(
    'PAR-19',
    'A word of a fixed set is compared exactly.',
    ['True', 'yes', 'PARTIAL', ''],
    async (w, text) => {
      refused(await w.ask('POST', '/register', { as: await w.owner(), form: { include_subscribers: text } }));
    },
  ),
  rule('PAR-20', OF, 'A required parameter that is absent is named in `var_name`.', async (w) => {
    lacking(
      await w.ask('POST', '/navigation_views', { as: await w.owner(), form: { is_pinned: true } }),
      'fragment',
    );
  }),
  rule('PAR-21', OF, 'Only the first problem is reported, in the order of declaration.', async (w) => {
    lacking(await w.ask('POST', '/realm/domains', { as: await w.owner(), form: {} }), 'allow_subdomains');
    lacking(await w.ask('POST', '/realm/filters', { as: await w.owner(), form: {} }), 'pattern');
    lacking(await w.ask('POST', '/navigation_views', { as: await w.owner(), form: {} }), 'fragment');
  }),
  rule(
    'PAR-22',
    OF,
    'A caller who may not use an operation is refused before parameters are decoded.',
    async (w) => {
      const as = await w.user();
      refused(await w.ask('POST', '/realm/filters', { as, form: {} }), 'UNAUTHORIZED_PRINCIPAL');
      refused(await w.ask('POST', '/realm/domains', { as, form: {} }), 'UNAUTHORIZED_PRINCIPAL');
      refused(await w.ask('POST', '/realm/profile_fields', { as, form: {} }), 'UNAUTHORIZED_PRINCIPAL');
    },
  ),
  rule('PAR-23', OF, 'A closed object with an unknown key is refused.', async (w) => {
    const form = { drafts: [{ ...draft(), colour: 'red' }] };
    refused(await w.ask('POST', '/drafts', { as: await w.owner(), form }));
  }),
  rule('PAR-24', OF, 'An open object drops keys that does not exist.', async (w) => {
    const form = {
      client_capabilities: { notification_settings_null: true, x: 1 },
      event_types: [],
      fetch_event_types: [],
    };
    success(await w.ask('POST', '/register', { as: await w.owner(), form }));
  }),
  rule('PAR-25', OF, 'A null byte in a text parameter is refused.', async (w) => {
    refused(await view(w, { name: 'a\0b' }));
  }),
  rule('PAR-26', OF, 'A null byte that is escaped inside JSON is refused.', async (w) => {
    refused(
      await w.ask('POST', '/drafts', { as: await w.owner(), form: { drafts: [draft({ content: 'a\0b' })] } }),
    );
  }),
  rule('PAR-27', OF, 'Half of a surrogate pair inside JSON is refused.', async (w) => {
    const drafts = '[{"type":"","to":[],"topic":"","content":"a\\ud800b"}]';
    refused(await w.ask('POST', '/drafts', { as: await w.owner(), form: { drafts } }));
  }),
  rule('PAR-28', OF, 'JSON that is nested beyond all reason is refused.', async (w) => {
    const drafts = '['.repeat(20_000) + ']'.repeat(20_000);
    refused(await w.ask('POST', '/drafts', { as: await w.owner(), form: { drafts } }));
  }),
  rule('PAR-29', OF, 'The key `__proto__` inside JSON is refused or dropped, never obeyed.', async (w) => {
    const client_capabilities = '{"notification_settings_null":true,"__proto__":{"polluted":1}}';
    const answer = await w.ask('POST', '/register', {
      as: await w.owner(),
      form: { client_capabilities, event_types: [], fetch_event_types: [] },
    });
    holds(answer.status === 200 || answer.status === 400, 'status 200 or 400', answer.status);
  }),
  rule('PAR-30', OF, 'A body of many megabytes is refused with a status of 4xx.', async (w) => {
    const raw = `drafts=${'x'.repeat(8 * 1024 * 1024)}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const outcome = await w
      .ask('POST', '/drafts', { as: await w.owner(), raw, headers })
      .catch(() => undefined);
    holds(
      outcome === undefined || (outcome.status >= 400 && outcome.status < 500),
      'a refusal',
      outcome?.status,
    );
  }),
  rule(
    'PAR-31',
    OF,
    'Text that is not JSON is refused for a JSON parameter with the plain code of a bad request.',
    async (w) => {
      refused(await w.ask('POST', '/drafts', { as: await w.owner(), form: { drafts: 'not json' } }));
    },
  ),
  rule(
    'PAR-32',
    OF,
    'A text parameter that may be blank after trimming elsewhere is refused where blank makes no sense.',
    async (w) => {
      refused(await view(w, { fragment: '   ' }));
    },
  ),
  rule('PAR-33', OF, 'White space around the values inside JSON does not matter.', async (w) => {
    const form = { event_types: ' [ "drafts" ,\n"message" ] ', fetch_event_types: ' [] ' };
    success(await w.ask('POST', '/register', { as: await w.owner(), form }));
  }),
];
