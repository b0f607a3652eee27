import { sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { payloadRoute, type Route } from '../../http/route.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { urlOptionsOf } from './integration.ts';
import { integrationCalled, integrations } from './integrations.ts';
import { receive } from './receive.ts';

export const incomingWebhookRoutes: readonly Route[] = [
  payloadRoute(
    sendWebhookPayload,
    (problem, { integration = '' }) =>
      integrationCalled(integration)?.hasSlackAnswers === true
        ? `${JSON.stringify({ ok: false, error: problem })}\n`
        : undefined,
    receive,
  ),
];

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
