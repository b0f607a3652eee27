import { room } from '@parley/rules/steps/channels.ts';
import { post } from '@parley/rules/steps/editing.ts';
import { messageOf } from '@parley/rules/steps/fetching.ts';
import { holds, plain, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  addDomain,
  addField,
  addLinkifier,
  domains,
  fieldOf,
  fields,
  linkifierOf,
} from '@parley/rules/steps/common.ts';
import { send } from '@parley/rules/wire.ts';

const FIELDS = 'get-custom-profile-fields';
const LINKIFIER = 'update-linkifier';
const SETTINGS = 'get-server-settings';
const UNKNOWN_KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6';

/** The operations of the specification that need credentials. */
const OPERATIONS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/messages'],
  ['POST', '/users/me/subscriptions'],
  ['PATCH', '/users/a@example.com'],
  ['POST', '/users/me/presence'],
  ['PATCH', '/users/me/subscriptions/muted_topics'],
  ['GET', '/users/a@example.com'],
  ['PATCH', '/users/1'],
  ['POST', '/messages/flags/narrow'],
  ['PATCH', '/drafts/1'],
  ['GET', '/messages/1/history'],
  ['PATCH', '/users/me/subscriptions/1'],
  ['PATCH', '/realm/filters/1'],
  ['DELETE', '/messages/1/reactions'],
  ['GET', '/users/me/1/topics'],
  ['POST', '/navigation_views'],
  ['POST', '/realm/domains'],
  ['DELETE', '/messages/1'],
  ['DELETE', '/events'],
  ['POST', '/mark_all_as_read'],
  ['GET', '/realm/profile_fields'],
  ['POST', '/calls/conference/create'],
];

const CHOICES = { a: { text: 'Apples', order: '1' } };
const ACCOUNT = { subtype: 'custom', url_pattern: 'https://x.example.com/%(username)s' };

/** A type code, its meaning and its extra data. */
const TYPES: readonly (readonly [id: string, type: number, name: string, data?: Item])[] = [
  ['SPF-10', 1, 'short text'],
  ['SPF-11', 2, 'long text'],
  ['SPF-12', 3, 'choice', CHOICES],
  ['SPF-13', 4, 'date'],
  ['SPF-14', 5, 'link'],
  ['SPF-15', 6, 'users'],
  ['SPF-16', 7, 'external account', ACCOUNT],
  ['SPF-17', 8, 'pronouns'],
];

export const specificationOrganizationRules: readonly Rule[] = [
  rule(
    'SPF-1',
    FIELDS,
    'The `id` of a field is an integer, `name` and `hint` are its strings.',
    async (w) => {
      const name = w.unique('Field ');
      const id = await addField(w, { name, hint: 'Say **it**' });
      const field = await fieldOf(w, id);
      holds(Number.isInteger(field['id']), 'an integer', field['id']);
      same([field['name'], field['hint']], [name, 'Say **it**'], 'name and hint');
    },
  ),
  rule('SPF-2', FIELDS, 'The `hint` of a field without one is the empty string.', async (w) => {
    same((await fieldOf(w, await addField(w)))['hint'], '', 'hint');
  }),
  rule('SPF-3', FIELDS, '`required` is false by default and true when it was chosen.', async (w) => {
    const seen = [];
    for (const form of [{}, { required: false }, { required: true }])
      seen.push((await fieldOf(w, await addField(w, form)))['required']);
    same(seen, [false, false, true], 'required');
  }),
  rule('SPF-4', FIELDS, '`editable_by_user` is true by default and false when it was chosen.', async (w) => {
    const seen = [];
    for (const form of [{}, { editable_by_user: true }, { editable_by_user: false }])
      seen.push((await fieldOf(w, await addField(w, form)))['editable_by_user']);
    same(seen, [true, true, false], 'editable_by_user');
  }),
  rule('SPF-5', FIELDS, '`field_data` is a string for every field of the list.', async (w) => {
    for (const [, field_type, , field_data] of TYPES) await addField(w, { field_type, field_data });
    for (const field of await fields(w)) same(typeof field['field_data'], 'string', 'the type of field_data');
  }),
  rule('SPF-6', FIELDS, '`field_data` of a custom external account holds subtype and pattern.', async (w) => {
    const field = await fieldOf(w, await addField(w, { field_type: 7, field_data: ACCOUNT }));
    same(JSON.parse(String(field['field_data'])), ACCOUNT, 'field_data');
  }),
  rule('SPF-7', FIELDS, 'Every role gets the same list without any parameter.', async (w) => {
    await addField(w);
    const expected = await fields(w);
    for (const role of [200, 300, 400, 600])
      same(await fields(w, await w.user({ role })), expected, `the list for role ${role}`);
  }),
  ...TYPES.map(([id, field_type, name, field_data]) =>
    rule(id, FIELDS, `A field of type ${field_type} (${name}) is listed with code and data.`, async (w) => {
      const field = await fieldOf(w, await addField(w, { field_type, field_data }));
      same(field['type'], field_type, 'type');
      const expected = field_data === undefined ? '' : field_data;
      const data = String(field['field_data']);
      same(data === '' ? '' : JSON.parse(data), expected, 'field_data');
    }),
  ),

  rule('SPL-1', LINKIFIER, 'A named group of the pattern appears in the link of a message.', async (w) => {
    const { id, word } = await addLinkifier(w);
    const form = { pattern: `${word}#(?P<number>[0-9]+)`, url_template: 'https://t.example/issues/{number}' };
    plain(await w.ask('PATCH', `/realm/filters/${id}`, { as: await w.owner(), form }));
    const as = await w.user();
    const { content } = await messageOf(w, as, await post(w, as, await room(w, as), 't', `see ${word}#42`));
    holds(String(content).includes('href="https://t.example/issues/42"'), 'a link with the number', content);
  }),
  rule('SPL-2', LINKIFIER, 'A message is linked by the template and never by an alternative.', async (w) => {
    const { word } = await addLinkifier(w, { alternative_url_templates: ['https://other.example/{id}'] });
    const as = await w.user();
    const { content } = await messageOf(w, as, await post(w, as, await room(w, as), 't', `${word}-7`));
    holds(
      String(content).includes(`href="https://example.com/${word}/7"`),
      'a link by the template',
      content,
    );
    holds(!String(content).includes('other.example'), 'no link by an alternative', content);
  }),
  rule('SPL-3', LINKIFIER, 'All five parts are stored together and listed with their types.', async (w) => {
    const { id, word, pattern, url_template } = await addLinkifier(w);
    const form = {
      pattern,
      url_template,
      example_input: `${word}-12`,
      reverse_template: `${word}-{id}`,
      alternative_url_templates: ['https://other.example/{id}'],
    };
    plain(await w.ask('PATCH', `/realm/filters/${id}`, { as: await w.owner(), form }));
    same(await linkifierOf(w, id), { id, ...form }, 'the linkifier');
  }),

  rule(
    'SPO-1',
    'add-realm-domain',
    '`allow_subdomains` is listed as it was submitted, true and false.',
    async (w) => {
      const names = [await addDomain(w, true), await addDomain(w, false)];
      const listed = await domains(w);
      same(
        names.map((name) => listed.find(({ domain }) => domain === name)?.['allow_subdomains']),
        [true, false],
        'allow_subdomains',
      );
    },
  ),
  rule(
    'SPO-2',
    'create-conference-call',
    'The response of a call is `url` beside the envelope.',
    async (w) => {
      const calls = await w.own().calls();
      const as = await w.user();
      await calls.connect(as, await w.host());
      const answer = success(await w.ask('POST', '/calls/conference/create', { as, url: calls.url }));
      same(Object.keys(answer.body).toSorted(), ['msg', 'result', 'url'], 'the fields');
      holds(URL.canParse(textAt(answer, 'url')), 'a URL', answer.at('url'));
    },
  ),

  rule(
    'SPG-1',
    'parameters',
    'A GET takes its parameters from the query string, lists as JSON.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const query = { user_ids: [other.id], include_custom_profile_fields: true };
      const members = success(await w.ask('GET', '/users', { as, query })).at('members') as Item[];
      same(
        members.map(({ user_id, profile_data }) => [user_id, profile_data]),
        [[other.id, {}]],
        'the users and their profile data',
      );
    },
  ),
  rule('SPG-2', 'envelope', 'Every operation of the specification fails with three strings.', async (w) => {
    for (const [method, path] of OPERATIONS) {
      const { body } = await w.ask(method, path);
      same(
        [body['result'], typeof body['msg'], typeof body['code']],
        ['error', 'string', 'string'],
        `the envelope of ${method} ${path}`,
      );
    }
  }),
  rule('SPG-3', SETTINGS, '`server_version` is a release number or a reference, never empty.', async (w) => {
    const version = textAt(success(await w.ask('GET', '/server_settings')), 'server_version');
    holds(/^[\w.+-]+$/.test(version), 'a version', version);
  }),
  rule('SPG-4', SETTINGS, '`merge_base` equals `server_version` or is empty.', async (w) => {
    const answer = success(await w.ask('GET', '/server_settings'));
    const base = textAt(answer, 'merge_base');
    holds(base === '' || base === answer.at('server_version'), 'the version or nothing', base);
  }),
  rule(
    'SPG-5',
    'authentication',
    'Every operation of the specification refuses a key that does not exist.',
    async (w) => {
      const as = { email: (await w.owner()).email, key: UNKNOWN_KEY };
      for (const [method, path] of OPERATIONS) {
        const { status, body } = await w.ask(method, path, { as });
        same([status, body['code']], [401, 'UNAUTHORIZED'], `the answer of ${method} ${path}`);
      }
    },
  ),
  rule(
    'SPG-6',
    'http',
    'No operation of the specification exists without the prefix `/api/v1`.',
    async (w) => {
      const { email, key } = await w.owner();
      for (const [method, path] of OPERATIONS) {
        const answer = await send(w.url, method, path, {
          as: { email, key },
          host: await w.host(),
          below: '/api/v2',
        });
        same(answer.status, 404, `the status of ${method} /api/v2${path}`);
      }
    },
  ),
  rule(
    'SPG-7',
    'update-subscription-property',
    'A `value` of a color is refused for a switch and the reverse.',
    async (w) => {
      const as = await w.user();
      const { id } = await room(w, as);
      const path = `/users/me/subscriptions/${id}`;
      refused(await w.ask('PATCH', path, { as, form: { property: 'pin_to_top', value: '#ffffff' } }));
      refused(await w.ask('PATCH', path, { as, form: { property: 'color', value: true } }));
    },
  ),
  rule('SPG-8', SETTINGS, 'An identity provider is an external method with its five fields.', async (w) => {
    const answer = success(await w.ask('GET', '/server_settings', { url: await w.own().signOn() }));
    const [method = {}, ...more] = answer.at('external_authentication_methods') as Item[];
    same(more, [], 'further methods');
    same(
      Object.keys(method).toSorted(),
      ['display_icon', 'display_name', 'login_url', 'name', 'signup_url'],
      'the fields',
    );
    same([method['name'], method['display_name']], ['oidc:main', 'The Company'], 'both names');
    same(method['display_icon'], null, 'display_icon');
    for (const name of ['login_url', 'signup_url'])
      holds(String(method[name]).startsWith('/'), `a path as ${name}`, method[name]);
  }),
  rule(
    'SPG-9',
    SETTINGS,
    '`openid connect` is true only where an identity provider is configured.',
    async (w) => {
      const isOn = async (request = {}) =>
        success(await w.ask('GET', '/server_settings', request)).at(
          'authentication_methods',
          'openid connect',
        );
      same([await isOn(), await isOn({ url: await w.own().signOn() })], [false, true], 'openid connect');
    },
  ),
];
