import { endpoints } from '@parley/contract/endpoints.ts';
import { auditActions } from '@parley/contract/objects/audit-entry.ts';
import { recordedOperations } from './recorded-operations.ts';

const HEAD = `# Entries of the audit trail

Which operations make which entries. This page is written by \`npm run audit:page\`. A test compares the list with the independent rules of
\`npm run authz\`: each operation that changes something and that some members may not call is here, with its entries or the reason for none.
Another test calls them all on a running server and looks for the entries. [The audit trail](../operating/audit.md) says what an entry contains.

## Operations

| operation | entries |
|---|---|
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
  const rows = endpoints.flatMap(({ id, method, path }) => {
    const recorded = recordedOperations[id];
    if (recorded === undefined) return [];
    const entries = typeof recorded === 'string' ? `none: ${recorded}` : recorded.map(quoted).join(', ');
    return [`| \`${method} ${path}\` | ${entries} |`];
  });
  const kinds = Object.entries(auditActions).map(
    ([kind, actions]) => `- \`${kind}\`: ${actions.map(quoted).join(', ')}.`,
  );
  return `${HEAD}${rows.join('\n')}\n${OTHERS}${kinds.join('\n')}\n`;
}

function quoted(text: string): string {
  return `\`${text}\``;
}
