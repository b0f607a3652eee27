import type { Integration } from './integration.ts';
import { json } from './integrations/json.ts';
import { slackIncoming } from './integrations/slack-incoming.ts';

/** Every integration, in the order of the documentation. */
export const integrations: readonly Integration[] = [json, slackIncoming];

const byName = new Map(integrations.map((integration) => [integration.name, integration]));

export function integrationCalled(name: string): Integration | undefined {
  return byName.get(name);
}
