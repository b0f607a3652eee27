import { operations as api } from '@parley/contract/endpoints.ts';
import { sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { plainPerformer, type ExampleRequest, type Performer } from '../perform.ts';
import type { Recorder } from '../recorder.ts';

const INCOMING_WEBHOOK = 2;

/** Another service that reports an event, and its mistakes. */
export async function incomingWebhooks({ show, prepare, refuse, server, amara }: Recorder): Promise<void> {
  const { api_key } = await prepare(api.createBot, amara, {
    full_name: 'Dome Sensor',
    short_name: 'sensor',
    bot_type: INCOMING_WEBHOOK,
  });
  await show(api.getIntegration, amara, { integration: 'uptimerobot' });
  const args = { integration: 'json', api_key, stream: 'sky', topic: 'dome' };
  await show(sendWebhookPayload, undefined, args, { payload: { dome: 'open', wind_kmh: 12 } });
  const plain = plainPerformer(server.url);
  const sending = (request: Pick<ExampleRequest, 'payload' | 'headers'>): Performer => ({
    ...plain,
    perform: (asked) => plain.perform({ ...asked, ...request }),
  });
  await refuse('INVALID_API_KEY', sendWebhookPayload, undefined, { ...args, api_key: 'a'.repeat(32) });
  await refuse('INVALID_JSON', sendWebhookPayload, undefined, args, sending({ payload: '{"dome": ' }));
  const github = { ...args, integration: 'github' };
  await refuse('MISSING_HTTP_EVENT_HEADER', sendWebhookPayload, undefined, github, sending({ payload: {} }));
  await refuse(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
    sendWebhookPayload,
    undefined,
    github,
    sending({ payload: {}, headers: { 'x-github-event': 'moonrise' } }),
  );
  await refuse(
    'ANOMALOUS_WEBHOOK_PAYLOAD',
    sendWebhookPayload,
    undefined,
    { ...args, integration: 'bitbucket' },
    sending({ payload: { moon: 'full' } }),
  );
}
