import {
  holds,
  lacking,
  numberAt,
  plain,
  refused,
  same,
  success,
  textAt,
  type Item,
} from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDomain, allHeard, crowd, domains, during, setRealm } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'add-realm-domain';
const LIST = 'get-realm-domains';
const CHANGE = 'patch-realm-domain';
const REMOVE = 'delete-realm-domain';

async function add(w: World, form: Item) {
  return w.ask('POST', '/realm/domains', { as: await w.owner(), form });
}

function refusedDomains(id: string, sentence: string, ...names: readonly string[]): Rule {
  return rule(id, OF, sentence, async (w) => {
    for (const domain of names) refused(await add(w, { domain, allow_subdomains: true }));
  });
}

export const domainRules: readonly Rule[] = [
  rule('DOM-1', OF, 'An owner allows a domain and learns its id and name.', async (w) => {
    const domain = `${w.unique('d')}.example`;
    const answer = success(await add(w, { domain, allow_subdomains: true }));
    holds(Number.isInteger(numberAt(answer, 'new_domain', 0)), 'an id', answer.body);
    same(
      [textAt(answer, 'new_domain', 1), (answer.at('new_domain') as unknown[]).length],
      [domain, 2],
      'the name, and nothing more',
    );
    w.later(async () => w.ask('DELETE', `/realm/domains/${domain}`, { as: await w.owner() }));
  }),
  rule('DOM-2', OF, 'Everyone receives an event about an allowed domain.', async (w) => {
    const users = await crowd(w, ['realm_domains']);
    const domain = await addDomain(w, true);
    await allHeard(users, [
      { type: 'realm_domains', op: 'add', realm_domain: { domain, allow_subdomains: true } },
    ]);
  }),
  rule(
    'DOM-3',
    OF,
    'The response repeats the submitted string; the list has it in lower case.',
    async (w) => {
      const word = w.unique('d');
      const domain = `  ${word.toUpperCase()}.Example `;
      const answer = success(await add(w, { domain, allow_subdomains: false }));
      same(answer.at('new_domain', 1), domain, 'the submitted string');
      const names = (await domains(w)).map((one) => one['domain']);
      holds(names.includes(`${word}.example`), 'the domain in lower case without spaces', names);
      w.later(async () => w.ask('DELETE', `/realm/domains/${word}.example`, { as: await w.owner() }));
    },
  ),
  rule(
    'DOM-4',
    OF,
    'An administrator who is no owner is refused before the parameters are read.',
    async (w) => {
      for (const role of [200, 300, 400, 600])
        refused(
          await w.ask('POST', '/realm/domains', { as: await w.user({ role }), form: {} }),
          'UNAUTHORIZED_PRINCIPAL',
        );
    },
  ),
  rule('DOM-5', OF, 'Both parameters are required; the one about subdomains is asked first.', async (w) => {
    lacking(await add(w, {}), 'allow_subdomains');
    lacking(await add(w, { domain: 'x.example' }), 'allow_subdomains');
    lacking(await add(w, { allow_subdomains: true }), 'domain');
  }),
  rule('DOM-6', OF, 'Whether subdomains count is a boolean.', async (w) => {
    for (const text of ['yes', '1', 'True', 'null'])
      refused(await add(w, { domain: 'x.example', allow_subdomains: text }));
  }),
  refusedDomains('DOM-7', 'A domain is not empty and has a dot.', '', '  ', 'test'),
  refusedDomains('DOM-8', 'A domain neither starts nor ends with a dot.', 't.', '.com', '.a.com'),
  refusedDomains('DOM-9', 'A domain has no empty label.', 'a..com'),
  refusedDomains('DOM-10', 'A label neither starts nor ends with a hyphen.', '-a.com', 'a-.com', 'a.-com'),
  refusedDomains(
    'DOM-11',
    'A label has letters, digits and hyphens only.',
    'test_domain.com',
    'a b.com',
    'ä.com',
    'a@b.com',
    'a.com/x',
  ),
  refusedDomains(
    'DOM-12',
    'A domain that is too long is refused, not an accident.',
    `${'a'.repeat(252)}.com`,
    `${'a.'.repeat(60)}com`,
  ),
  rule('DOM-13', OF, 'Hyphens inside labels and labels of digits are fine.', async (w) => {
    const domain = `x-${w.unique('x')}.y.3.z`;
    success(await add(w, { domain, allow_subdomains: false }));
    w.later(async () => w.ask('DELETE', `/realm/domains/${domain}`, { as: await w.owner() }));
  }),
  rule('DOM-14', OF, 'A domain that is allowed already is refused, in any letter case.', async (w) => {
    const domain = await addDomain(w);
    refused(await add(w, { domain, allow_subdomains: true }));
    refused(await add(w, { domain: domain.toUpperCase(), allow_subdomains: true }));
  }),
  rule('DOM-15', OF, 'The same domain may be allowed in several organizations.', async (w) => {
    const domain = await addDomain(w);
    success(await add(await w.neighbour(), { domain, allow_subdomains: true }));
  }),
  rule('DOM-16', OF, 'Unknown parameters are reported.', async (w) => {
    const domain = `${w.unique('d')}.example`;
    const answer = success(await add(w, { domain, allow_subdomains: true, zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
    w.later(async () => w.ask('DELETE', `/realm/domains/${domain}`, { as: await w.owner() }));
  }),
  rule('DOM-17', OF, 'Of two requests for one domain at the same time, one is refused.', async (w) => {
    const domain = `${w.unique('d')}.example`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(w, { domain, allow_subdomains: true })));
    same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400, 400],
      'the statuses',
    );
    w.later(async () => w.ask('DELETE', `/realm/domains/${domain}`, { as: await w.owner() }));
  }),
  rule('DOM-18', LIST, 'Anybody lists the domains, without ids.', async (w) => {
    const domain = await addDomain(w, true);
    const answer = success(await w.ask('GET', '/realm/domains', { as: await w.user({ role: 600 }) }));
    const found = (answer.at('domains') as Item[]).find((one) => one['domain'] === domain);
    same(found, { domain, allow_subdomains: true }, 'the domain');
  }),
  rule('DOM-19', LIST, 'Unknown parameters are reported.', async (w) => {
    const query = { zeta: 1 };
    const answer = success(await w.ask('GET', '/realm/domains', { as: await w.owner(), query }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule(
    'DOM-20',
    CHANGE,
    'An owner changes whether subdomains count, and everyone receives the event.',
    async (w) => {
      const domain = await addDomain(w, false);
      const users = await crowd(w, ['realm_domains']);
      plain(
        await w.ask('PATCH', `/realm/domains/${domain}`, {
          as: users.owner,
          form: { allow_subdomains: true },
        }),
      );
      await allHeard(users, [
        { type: 'realm_domains', op: 'change', realm_domain: { domain, allow_subdomains: true } },
      ]);
      same(
        (await domains(w)).find((one) => one['domain'] === domain)?.['allow_subdomains'],
        true,
        'allow_subdomains',
      );
    },
  ),
  rule(
    'DOM-21',
    CHANGE,
    'A domain that is not allowed is refused, as is one in other letters.',
    async (w) => {
      const domain = await addDomain(w);
      for (const name of ['unknown.example', domain.toUpperCase()])
        refused(
          await w.ask('PATCH', `/realm/domains/${name}`, {
            as: await w.owner(),
            form: { allow_subdomains: true },
          }),
        );
    },
  ),
  rule('DOM-22', CHANGE, 'Only owners may change it, and the parameter is required.', async (w) => {
    const domain = await addDomain(w);
    refused(
      await w.ask('PATCH', `/realm/domains/${domain}`, { as: await w.user({ role: 200 }), form: {} }),
      'UNAUTHORIZED_PRINCIPAL',
    );
    lacking(
      await w.ask('PATCH', `/realm/domains/${domain}`, { as: await w.owner(), form: {} }),
      'allow_subdomains',
    );
  }),
  rule('DOM-23', REMOVE, 'An owner removes a domain, and everyone receives the event.', async (w) => {
    const domain = await addDomain(w);
    const users = await crowd(w, ['realm_domains']);
    plain(await w.ask('DELETE', `/realm/domains/${domain}`, { as: users.owner }));
    await allHeard(users, [{ type: 'realm_domains', op: 'remove', domain }]);
    holds(
      (await domains(w)).every((one) => one['domain'] !== domain),
      'no such domain',
      domain,
    );
  }),
  rule('DOM-24', REMOVE, 'A domain that is not allowed is refused, as are others than owners.', async (w) => {
    const domain = await addDomain(w);
    refused(await w.ask('DELETE', '/realm/domains/unknown.example', { as: await w.owner() }));
    refused(
      await w.ask('DELETE', `/realm/domains/${domain}`, { as: await w.user({ role: 200 }) }),
      'UNAUTHORIZED_PRINCIPAL',
    );
  }),
  rule(
    'DOM-25',
    REMOVE,
    'Removing the last domain ends the restriction to domains, in an event before the removal.',
    async (w) => {
      w.own();
      const domain = await addDomain(w);
      await setRealm(w, { emails_restricted_to_domains: true }, { emails_restricted_to_domains: false });
      const owner = await w.owner();
      const remove = async () => plain(await w.ask('DELETE', `/realm/domains/${domain}`, { as: owner }));
      const events = await during(w, await w.user(), ['realm', 'realm_domains'], remove);
      same(
        events,
        [
          { type: 'realm', op: 'update', property: 'emails_restricted_to_domains', value: false },
          { type: 'realm_domains', op: 'remove', domain },
        ],
        'the events',
      );
    },
  ),
  rule('DOM-26', REMOVE, 'With a domain left the restriction stays.', async (w) => {
    w.own();
    const [one] = [await addDomain(w), await addDomain(w)];
    await setRealm(w, { emails_restricted_to_domains: true }, { emails_restricted_to_domains: false });
    const owner = await w.owner();
    const remove = async () => plain(await w.ask('DELETE', `/realm/domains/${one}`, { as: owner }));
    same(await during(w, owner, ['realm'], remove), [], 'the events');
  }),
];
