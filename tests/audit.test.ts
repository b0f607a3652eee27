import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '@parley/contract/endpoints.ts';
import { pageEndpoints, recordedPageOperations } from '../tools/audit/page-operations.ts';
import { auditPage, proofOf, type Proof } from '../tools/audit/page.ts';
import { recordedOperations } from '../tools/audit/recorded-operations.ts';
import { messagePolicies } from '../verify/authz/message-policy.ts';
import {
  policies,
  relations,
  verdictOf,
  type Policy,
  type Relation,
  type Who,
} from '../verify/authz/policy.ts';

const member: Who = {
  kind: 'member',
  enters: true,
  spectates: false,
  visits: false,
  closed: false,
  elsewhere: false,
  role: 400,
  isBot: false,
  onlySends: false,
  subscribed: false,
  right: 'none',
};
/** Callers with more rights than a member. */
const others: readonly Who[] = [
  { ...member, kind: 'moderator', role: 300 },
  { ...member, kind: 'administrator', role: 200 },
  { ...member, kind: 'owner', role: 100 },
  { ...member, kind: 'channel administrator', right: 'administer' },
];

/** Operations that change something and that some callers may call where a member may not, by the rules of `npm run authz`. */
function privileged(): string[] {
  const isGivenMore = (policy: Policy, relation: Relation, subscribed: boolean): boolean =>
    verdictOf(policy, { ...member, subscribed }, relation)?.allow === false &&
    others.some((who) => verdictOf(policy, { ...who, subscribed }, relation)?.allow === true);
  const ids = [...policies, ...messagePolicies]
    .filter(({ changes }) => changes)
    .filter((policy) =>
      relations[policy.axis].some(
        (relation) => isGivenMore(policy, relation, false) || isGivenMore(policy, relation, true),
      ),
    )
    .map(({ operation }) => operation);
  return [...new Set(ids)];
}

test('each operation that needs more than membership has its audit entries, or a reason for none', () => {
  expect(privileged().filter((id) => !(id in recordedOperations))).toEqual([]);
});

test('each operation of pages that changes something has its audit entries, or a reason for none', () => {
  const changing = pageEndpoints.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  const recorded = Object.keys(recordedPageOperations);
  expect(changing.filter((id) => !recorded.includes(id))).toEqual([]);
  expect(recorded.filter((id) => !changing.includes(id))).toEqual([]);
});

/** The operations that ask for more than a credential, stated a second time: rules CR15, CR18, CR23 and CR35. */
const proofs: Partial<Record<Proof, readonly string[]>> = {
  'recent log-in': [
    'update-settings update-display-settings update-notification-settings update-user update-user-by-email',
    'deactivate-user deactivate-own-user reactivate-user deactivate-realm send-invites create-invite-link',
    'create-grant create-realm-import start-realm-import delete-realm-import add-oauth-client update-directory create-directory-token',
    'confirm-authenticator add-passkey decide-authorization create-password-link',
  ],
  'second step': ['start-authenticator', 'remove-second-step', 'replace-recovery-codes', 'start-passkey'],
};

test.each(Object.entries(proofs))('the operations that ask for a %s are these', (proof, ids) => {
  const found = [...endpoints, ...pageEndpoints].filter((endpoint) => proofOf(endpoint) === proof);
  expect(found.map(({ id }) => id).toSorted()).toEqual(ids.flatMap((line) => line.split(' ')).toSorted());
});

test('docs/security/audit-entries.md is fresh; if not: npm run audit:page', () => {
  const written = readFileSync(new URL('../docs/security/audit-entries.md', import.meta.url), 'utf8');
  expect(written).toBe(auditPage());
});
