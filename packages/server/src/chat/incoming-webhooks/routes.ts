import { getIntegration, sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { notFound } from '../../engine/api-error.ts';
import { payloadRoute, route, type Route } from '../../http/route.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { urlOptionsOf } from './integration.ts';
import { integrationCalled, integrations } from './integrations.ts';
import { receive } from './receive.ts';
import type { WebhookSample } from './compose-sample.ts';
import { webhookSamples } from './samples.ts';

export const incomingWebhookRoutes: readonly Route[] = [
  route(getIntegration, async (_call, { integration: name }) => {
    const integration = integrationCalled(name);
    if (integration === undefined) throw notFound(`There is no integration '${name}'.`);
    const { displayName, about, setup } = integration;
    return {
      name,
      display_name: displayName,
      about,
      setup,
      samples: (webhookSamples[name] ?? []).map(presentSample),
    };
  }),
  payloadRoute(
    sendWebhookPayload,
    (problem, { integration = '' }) =>
      integrationCalled(integration)?.hasSlackAnswers === true
        ? `${JSON.stringify({ ok: false, error: problem })}\n`
        : undefined,
    receive,
  ),
];

function presentSample({ headers = {}, options = {}, payload }: WebhookSample) {
  const query = Object.entries(options).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    headers: { ...headers },
    query: Object.fromEntries(query) as Record<string, string>,
    body: JSON.stringify(payload, undefined, 2),
  };
}

const registered = integrations.map((integration) => ({
  name: integration.name,
  display_name: integration.displayName,
  all_event_types: integration.events === null ? null : [...integration.events],
  config_options: [],
  url_options: urlOptionsOf(integration).map(({ key, label, input }) => ({ key, label, input_type: input })),
}));

export const incomingWebhooksState: ReadState<'realm_incoming_webhook_bots'> = async () => ({
  realm_incoming_webhook_bots: registered,
});
