import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { json, optional, path, text } from '../parameter.ts';
import { boolean, integer, string } from '../primitives.ts';

/** Event types per filter, and characters of each. */
const MAX_PATTERNS = 100;
const MAX_PATTERN_LENGTH = 100;

const patterns = z.array(string.max(MAX_PATTERN_LENGTH)).max(MAX_PATTERNS);

/** An option of some integrations that is on or off; services write it in the address. */
function option(doc: string) {
  return optional(json(boolean, doc));
}

const webhookSample = z
  .strictObject({
    headers: z.record(string, string).describe('Headers that tell the event, by name.'),
    query: z.record(string, string).describe('Parameters that the address needs for it.'),
    body: string.describe('The body, as JSON.'),
  })
  .meta({ id: 'WebhookSample', description: 'A request as the service of an integration sends it.' });

export const getIntegration = endpoint({
  id: 'get-integration',
  method: 'GET',
  path: '/integrations/{integration}',
  tag: 'integrations',
  summary: 'Get an integration',
  synonyms: ['incoming webhook', 'sample', 'setup'],
  doc: 'Says what an integration posts, how it is set up in its service, and what requests of the service look like. Registration lists all integrations.',
  missingIs404: true,
  parameters: { integration: path(string, 'Name of the integration, such as `github`.') },
  result: {
    name: string,
    display_name: string,
    about: string.describe('The description of its messages.'),
    setup: string.describe('The place in the service where the address is pasted.'),
    samples: z.array(webhookSample),
  },
});

export const sendWebhookPayload = endpoint({
  id: 'send-webhook-payload',
  method: 'POST',
  path: '/external/{integration}',
  tag: 'integrations',
  auth: 'query',
  takesPayload: true,
  missingIs404: true,
  summary: 'Receive a webhook of another service',
  synonyms: ['incoming webhook', 'integration', 'github', 'gitlab', 'slack', 'jira', 'alert', 'external'],
  doc: 'Posts the event that another service reports, as the account whose API key is in the address. The body is the request of that service in its own form. All parameters are in the query. A repeated delivery with the same id is posted once.',
  parameters: {
    integration: path(string, 'Name of the integration, such as `github`.'),
    api_key: text(string, 'API key of the account that posts, usually an incoming webhook bot.'),
    stream: optional(
      text(
        string,
        'Name of the channel, or its id in decimal digits. Without it, the owner of the bot gets a direct message.',
      ),
    ),
    topic: optional(text(string, 'Topic, instead of the one of the integration.')),
    only_events: optional(json(patterns, 'Event types to post; `*`, `?` and `[…]` match as in file names.')),
    exclude_events: optional(json(patterns, 'Event types to drop, even if `only_events` has them.')),
    payload: optional(text(string, 'The payload itself, for services that cannot send a body.')),
    webhook_secret: optional(
      text(
        string,
        'Secret of the webhook at the service. A request whose signature does not fit it is refused. Only for services that sign their requests.',
      ),
    ),
    branches: optional(text(string, 'Git hosts: branches whose pushes are posted, separated by commas.')),
    ignore_private_repositories: option('GitHub: drop events of private repositories.'),
    include_repository_name: option('GitHub: name the repository in messages about pushes.'),
    ignore_private_projects: option('GitLab: drop events of private projects.'),
    use_merge_request_title: option(
      'GitLab: titles of merge requests are part of the topic unless this is false.',
    ),
    name: optional(
      text(string, 'Alertmanager: the label or annotation that is the topic, `instance` by default.'),
    ),
    desc: optional(
      text(string, 'Alertmanager: the label or annotation that is the text, `alertname` by default.'),
    ),
  },
  result: {
    ok: z.literal(true).optional().describe('Only for `slack_incoming`.'),
    full_name: string.optional().describe('Name of the bot. Only for a test of credentials by `zapier`.'),
    email: string.optional().describe('Address of the bot. Only for a test of credentials by `zapier`.'),
    id: integer.optional().describe('Id of the bot. Only for a test of credentials by `zapier`.'),
  },
  errors: [
    'ANOMALOUS_WEBHOOK_PAYLOAD',
    'INVALID_JSON',
    'MISSING_HTTP_EVENT_HEADER',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
  ],
});
