import { holds, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { setRealm } from '@parley/rules/steps/common.ts';

const OF = 'get-server-settings';
const METHODS = [
  'apple',
  'azuread',
  'dev',
  'discord',
  'email',
  'github',
  'gitlab',
  'google',
  'ldap',
  'openid connect',
  'password',
  'remoteuser',
  'saml',
];
const ALWAYS: Readonly<Record<string, string>> = {
  authentication_methods: 'object',
  external_authentication_methods: 'object',
  feature_level: 'number',
  server_version: 'string',
  merge_base: 'string',
  push_notifications_enabled: 'boolean',
  is_incompatible: 'boolean',
  email_auth_enabled: 'boolean',
  require_email_format_usernames: 'boolean',
  realm_url: 'string',
  realm_uri: 'string',
  realm_web_public_access_enabled: 'boolean',
};
const OF_REALM = { realm_name: 'string', realm_icon: 'string', realm_description: 'string' };
const ORDER = ['saml', 'remoteuser', 'google', 'github', 'oidc', 'gitlab', 'discord', 'azuread', 'apple'];

function check(body: Item, kinds: Readonly<Record<string, string>>): void {
  for (const [name, kind] of Object.entries(kinds)) same(typeof body[name], kind, `the type of ${name}`);
}

export const serverSettingsRules: readonly Rule[] = [
  rule(
    'SRV-1',
    OF,
    'Without credentials the host of an organization answers with every field and its type.',
    async (w) => {
      const { body } = success(await w.ask('GET', '/server_settings'));
      check(body, { ...ALWAYS, ...OF_REALM });
    },
  ),
  rule(
    'SRV-2',
    OF,
    'The names of the public API stand beside the neutral ones, with equal values.',
    async (w) => {
      const { body } = success(await w.ask('GET', '/server_settings'));
      same(body['zulip_feature_level'], body['feature_level'], 'zulip_feature_level');
      same(body['zulip_version'], body['server_version'], 'zulip_version');
      same(body['zulip_merge_base'], body['merge_base'], 'zulip_merge_base');
    },
  ),
  rule('SRV-3', OF, 'The feature level is the integer 493.', async (w) => {
    same(success(await w.ask('GET', '/server_settings')).at('feature_level'), 493, 'feature_level');
  }),
  rule(
    'SRV-4',
    OF,
    'The deprecated `realm_uri` equals `realm_url`, which has no slash at its end.',
    async (w) => {
      const answer = success(await w.ask('GET', '/server_settings'));
      const url = textAt(answer, 'realm_url');
      same(answer.at('realm_uri'), url, 'realm_uri');
      holds(/^https?:\/\/[^/]+$/.test(url), 'an address without a path', url);
    },
  ),
  rule('SRV-5', OF, 'The address of the organization has its host.', async (w) => {
    const answer = success(await w.ask('GET', '/server_settings'));
    const host = (await w.host()).replace(/:\d+$/, '');
    same(new URL(textAt(answer, 'realm_url')).hostname, host, 'the host of realm_url');
  }),
  rule(
    'SRV-6',
    OF,
    'The authentication methods have exactly their thirteen keys, all booleans.',
    async (w) => {
      const methods = success(await w.ask('GET', '/server_settings')).at('authentication_methods') as Item;
      same(Object.keys(methods).toSorted(), METHODS, 'the keys');
      holds(
        Object.values(methods).every((value) => typeof value === 'boolean'),
        'booleans',
        methods,
      );
    },
  ),
  rule('SRV-7', OF, 'A password works when e-mail or LDAP does.', async (w) => {
    const methods = success(await w.ask('GET', '/server_settings')).at('authentication_methods') as Item;
    same(methods['password'], methods['email'] === true || methods['ldap'] === true, 'password');
  }),
  rule('SRV-8', OF, 'The flag for e-mail agrees with the list of methods.', async (w) => {
    const answer = success(await w.ask('GET', '/server_settings'));
    same(answer.at('email_auth_enabled'), answer.at('authentication_methods', 'email'), 'email_auth_enabled');
  }),
  rule('SRV-9', OF, 'User names must look like addresses unless LDAP says otherwise.', async (w) => {
    const answer = success(await w.ask('GET', '/server_settings'));
    holds(
      answer.at('authentication_methods', 'ldap') === true ||
        answer.at('require_email_format_usernames') === true,
      'true',
      answer.body,
    );
  }),
  rule('SRV-10', OF, 'A subdomain that no organization has is a bad request, not status 404.', async (w) => {
    refused(await w.ask('GET', '/server_settings', { host: `nobody-here.${w.own().externalHost}` }));
  }),
  rule(
    'SRV-11',
    OF,
    'The root without an organization answers without its name, icon and description while the landing page is off.',
    async (w) => {
      const own = w.own();
      const { body } = success(
        await w.ask('GET', '/server_settings', { url: await own.rootless(false), host: own.externalHost }),
      );
      check(body, ALWAYS);
      for (const name of Object.keys(OF_REALM)) holds(!(name in body), `no ${name}`, body);
      same(body['realm_web_public_access_enabled'], false, 'realm_web_public_access_enabled');
    },
  ),
  rule(
    'SRV-12',
    OF,
    'The root without an organization is a bad request while the landing page is on.',
    async (w) => {
      const own = w.own();
      refused(
        await w.ask('GET', '/server_settings', { url: await own.rootless(true), host: own.externalHost }),
      );
    },
  ),
  rule('SRV-13', OF, 'The root with an organization answers with all of its fields.', async (w) => {
    const { body } = success(await w.ask('GET', '/server_settings', { host: w.own().externalHost }));
    check(body, { ...ALWAYS, ...OF_REALM });
  }),
  rule('SRV-14', OF, 'A deactivated organization still answers, with its fields.', async (w) => {
    await w.own().deactivateOrganization(await w.host());
    const { body } = success(await w.ask('GET', '/server_settings'));
    check(body, { ...ALWAYS, ...OF_REALM });
  }),
  rule('SRV-15', OF, 'Only the client that calls itself `ZulipInvalid` is incompatible.', async (w) => {
    const as = async (agent: string | undefined) =>
      success(
        await w.ask(
          'GET',
          '/server_settings',
          agent === undefined ? {} : { headers: { 'user-agent': agent } },
        ),
      ).at('is_incompatible');
    same(await as('ZulipInvalid'), true, 'is_incompatible of ZulipInvalid');
    same(await as('ZulipInvalid/5.0'), true, 'is_incompatible of ZulipInvalid/5.0');
    same(await as('ZulipMobile/27.0'), false, 'is_incompatible of ZulipMobile');
    same(await as('ZulipInvalidated/5.0'), false, 'is_incompatible of another name');
    same(await as(undefined), false, 'is_incompatible without a name');
  }),
  rule('SRV-16', OF, 'Unknown parameters are reported.', async (w) => {
    const answer = success(await w.ask('GET', '/server_settings', { query: { zeta: 1 } }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('SRV-17', OF, 'Only GET and HEAD are allowed.', async (w) => {
    const answer = await w.ask('POST', '/server_settings');
    same([answer.status, answer.at('allowed_methods')], [405, ['GET', 'HEAD']], 'status and allowed methods');
    same((await w.ask('HEAD', '/server_settings')).status, 200, 'the status of HEAD');
  }),
  rule('SRV-18', OF, 'Every external method has exactly its five keys.', async (w) => {
    const list = success(await w.ask('GET', '/server_settings')).at(
      'external_authentication_methods',
    ) as Item[];
    for (const one of list) {
      same(
        Object.keys(one).toSorted(),
        ['display_icon', 'display_name', 'login_url', 'name', 'signup_url'],
        'the keys',
      );
      holds(one['display_icon'] === null || typeof one['display_icon'] === 'string', 'an icon or null', one);
    }
  }),
  rule(
    'SRV-19',
    OF,
    'External methods have names of their own and stand in the order of display.',
    async (w) => {
      const list = success(await w.ask('GET', '/server_settings')).at(
        'external_authentication_methods',
      ) as Item[];
      const names = list.map(({ name }) => String(name));
      same(new Set(names).size, names.length, 'the number of different names');
      const places = names.map((name) => ORDER.findIndex((start) => name.startsWith(start)));
      same(
        places.toSorted((a, b) => a - b),
        places,
        'the order',
      );
    },
  ),
  rule('SRV-20', OF, 'An organization without a description shows a paragraph all the same.', async (w) => {
    w.own();
    const text = textAt(success(await w.ask('GET', '/server_settings')), 'realm_description');
    holds(/^<p>.+<\/p>$/s.test(text), 'a paragraph of HTML', text);
  }),
  rule('SRV-21', OF, 'The description is HTML made from the Markdown of the organization.', async (w) => {
    await setRealm(w, { description: 'We are **bold** & brave' }, { description: '' });
    const text = textAt(success(await w.ask('GET', '/server_settings')), 'realm_description');
    same(text, '<p>We are <strong>bold</strong> &amp; brave</p>', 'realm_description');
  }),
  rule('SRV-22', OF, 'The description cannot carry markup of its own.', async (w) => {
    await setRealm(w, { description: '<script>alert(1)</script>' }, { description: '' });
    const text = textAt(success(await w.ask('GET', '/server_settings')), 'realm_description');
    holds(!text.includes('<script'), 'no script', text);
  }),
  rule(
    'SRV-23',
    OF,
    'Without a web-public channel there is no web-public access, whatever the settings.',
    async (w) => {
      const as = await w.owner();
      await w.ask('PATCH', '/realm', { as, form: { enable_spectator_access: true } });
      w.later(() => w.ask('PATCH', '/realm', { as, form: { enable_spectator_access: false } }));
      w.own();
      same(
        success(await w.ask('GET', '/server_settings')).at('realm_web_public_access_enabled'),
        false,
        'realm_web_public_access_enabled',
      );
    },
  ),
  rule('SRV-24', OF, 'Credentials, right or wrong, change nothing.', async (w) => {
    const none = success(await w.ask('GET', '/server_settings')).body;
    same(success(await w.ask('GET', '/server_settings', { as: await w.owner() })).body, none, 'the body');
    const wrong = { email: 'x@example.com', key: 'wrong' };
    same(success(await w.ask('GET', '/server_settings', { as: wrong })).body, none, 'the body');
  }),
  rule('SRV-25', OF, 'A new name of the organization is shown at once.', async (w) => {
    const before = textAt(success(await w.ask('GET', '/server_settings')), 'realm_name');
    const name = w.unique('Name ');
    await setRealm(w, { name }, { name: before });
    same(success(await w.ask('GET', '/server_settings')).at('realm_name'), name, 'realm_name');
  }),
  rule('SRV-26', OF, 'An icon that was not uploaded is still an address.', async (w) => {
    const icon = textAt(success(await w.ask('GET', '/server_settings')), 'realm_icon');
    holds(/^(https?:\/)?\/.+/.test(icon), 'an address', icon);
  }),
  rule(
    'SRV-27',
    OF,
    'A registration reports the same version and level as the server settings.',
    async (w) => {
      const settings = success(await w.ask('GET', '/server_settings'));
      const registered = success(
        await w.ask('POST', '/register', {
          as: await w.owner(),
          form: { event_types: [], fetch_event_types: [] },
        }),
      );
      for (const name of [
        'feature_level',
        'server_version',
        'merge_base',
        'zulip_feature_level',
        'zulip_version',
        'zulip_merge_base',
      ])
        same(registered.at(name), settings.at(name), name);
    },
  ),
];
