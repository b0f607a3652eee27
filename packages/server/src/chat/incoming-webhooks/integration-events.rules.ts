import { bitbucketEvents } from '@parley/test-support/webhook-events/bitbucket.ts';
import { githubEvents } from '@parley/test-support/webhook-events/github.ts';
import { gitlabEvents } from '@parley/test-support/webhook-events/gitlab.ts';
import type { WebhookEvent } from '@parley/test-support/webhook-events/webhook-event.ts';
import { deliver, hook, posted } from '@parley/rules/steps/incoming.ts';
import { plain, same } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';

/** A filter for the event type lets the request pass once, and drops it once. */
function rulesFor(
  prefix: string,
  service: string,
  integration: string,
  events: readonly WebhookEvent[],
): Rule[] {
  return events.map(([name, { headers = {}, payload }, event, topic], index) =>
    rule(
      `${prefix}-${index + 1}`,
      'send-webhook-payload',
      `${service}: ${name} is posted under the event type \`${event}\`, in the topic \`${topic}\`.`,
      async (w) => {
        const h = await hook(w);
        for (const filter of ['only_events', 'exclude_events'])
          plain(await deliver(w, h, integration, { headers, payload, query: { [filter]: [event] } }));
        same(
          (await posted(w, h)).map((message) => message.topic),
          [topic],
          'the topics',
        );
      },
    ),
  );
}

export const integrationEventRules: readonly Rule[] = [
  ...rulesFor('GHE', 'GitHub', 'github', githubEvents),
  ...rulesFor('GLE', 'GitLab', 'gitlab', gitlabEvents),
  ...rulesFor('BBE', 'Bitbucket', 'bitbucket', bitbucketEvents),
];
