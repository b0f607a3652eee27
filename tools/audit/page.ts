import type { Endpoint } from '@parley/contract/endpoint.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import { auditActions } from '@parley/contract/objects/audit-entry.ts';
import { scopeOf } from '@parley/contract/scopes.ts';
import { pageEndpoints, recordedPageOperations } from './page-operations.ts';
import { recordedOperations, type Recorded } from './recorded-operations.ts';

const HEAD = `# Entries of the audit trail

Which operations make which entries, and which proof of the user each of them asks for. This page is written by \`npm run audit:page\`. A test compares the list with the independent rules of
\`npm run authz\`: each operation that changes something and that some members may not call is here, with its entries or the reason for none.
Another test calls them all on a running server and looks for the entries. [The audit trail](../operating/audit.md) says what an entry contains.

The proof is one of these:

- **credential**: a session, an API key, or a grant with the scope that stands there. \`–\`: no grant may do this.
- **recent log-in**: a session or key whose log-in is at most an hour old, for the changes that [CR15 and CR23](../spec/credentials.md) name. A log-in takes a second step where the user has one
  or the organization requires it.
- **second step**: a recent log-in of a session, and one of the second steps of a user who has any.
- **none**: the operation itself takes a proof, such as a password, passkey, code or link.

## Operations

| operation | entries | proof | scope of grants |
|---|---|---|---|
`;

const PAGES = `
## Operations of pages

Below \`/json\`, for sessions alone: no API key and no grant calls them.

| operation | entries | proof |
|---|---|---|
`;

const OTHERS = `
## Elsewhere

- Log-ins by the page, single sign-on, an invitation or the setup code, their ends by log-out, expiry or other devices, and new passwords make entries of the kind \`access\`.
  An attempt over the rate limit makes none, so that attackers cannot fill the trail; it is in the log of the node.
- A download of an archive makes \`export.read\`, the job that made the archive \`export.completed\`.
- Commands of the operator make the entries of the same change by the API, with the actor \`operator\`. \`organization.created\`, \`organization.imported\`,
  \`organization.moved\`, \`organization.reactivated\`, \`user.deleted\`, \`key.shown\`, \`secret.rotated\` and \`retention.changed\` are theirs alone.
- Messages that users send, read and edit make none.

## Actions

`;

/** The page docs/security/audit-entries.md. */
export function auditPage(): string {
  const rows = endpoints.flatMap((endpoint) => {
    const recorded = recordedOperations[endpoint.id];
    if (recorded === undefined) return [];
    const scope = scopeOf(endpoint);
    return [`${rowOf(endpoint, recorded)} ${scope === null ? '–' : quoted(scope)} |`];
  });
  const pages = pageEndpoints.flatMap((endpoint) => {
    const recorded = recordedPageOperations[endpoint.id];
    return recorded === undefined ? [] : [rowOf(endpoint, recorded)];
  });
  const kinds = Object.entries(auditActions).map(
    ([kind, actions]) => `- \`${kind}\`: ${actions.map(quoted).join(', ')}.`,
  );
  return `${HEAD}${rows.join('\n')}\n${PAGES}${pages.join('\n')}\n${OTHERS}${kinds.join('\n')}\n`;
}

function rowOf(endpoint: Endpoint, recorded: Recorded): string {
  const entries = typeof recorded === 'string' ? `none: ${recorded}` : recorded.map(quoted).join(', ');
  return `| \`${endpoint.method} ${endpoint.path}\` | ${entries} | ${proofOf(endpoint)} |`;
}

/** The proof of its user that an operation asks for, by the errors that it declares. */
export function proofOf({ auth, errors }: Endpoint): Proof {
  if (auth === 'none') return 'none';
  if (!errors.includes('RECENT_LOGIN_REQUIRED')) return 'credential';
  return errors.includes('SECOND_STEP_REQUIRED') ? 'second step' : 'recent log-in';
}

export type Proof = 'none' | 'credential' | 'recent log-in' | 'second step';

function quoted(text: string): string {
  return `\`${text}\``;
}
