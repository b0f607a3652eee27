import type { Integration } from './integration.ts';
import { bitbucket } from './integrations/bitbucket.ts';
import { gitea } from './integrations/gitea.ts';
import { github } from './integrations/github/github.ts';
import { gitlab } from './integrations/gitlab/gitlab.ts';
import { gogs } from './integrations/gogs.ts';
import { json } from './integrations/json.ts';
import { slackIncoming } from './integrations/slack-incoming.ts';

/** Every integration, in the order of the documentation. */
export const integrations: readonly Integration[] = [
  json,
  slackIncoming,
  github,
  gitlab,
  gitea,
  gogs,
  bitbucket,
];

const byName = new Map(integrations.map((integration) => [integration.name, integration]));

export function integrationCalled(name: string): Integration | undefined {
  return byName.get(name);
}
