import { render } from '@parley/markdown/full';
import { composeSample } from '../../chat/incoming-webhooks/compose-sample.ts';
import type { Integration } from '../../chat/incoming-webhooks/integration.ts';
import { integrations } from '../../chat/incoming-webhooks/integrations.ts';
import { webhookSamples } from '../../chat/incoming-webhooks/samples.ts';
import { Html } from '../../http/html/html.ts';
import { EXAMPLE_URL } from './examples/value.ts';

/** A message of an integration, as a client shows it. */
export type SampleMessage = { readonly topic: string; readonly body: Html };

/** An integration with its page. */
export type IntegrationEntry = {
  readonly integration: Integration;
  readonly href: string;
  /** The address to paste into the service. */
  readonly address: string;
  readonly messages: readonly SampleMessage[];
};

export function listIntegrations(): readonly IntegrationEntry[] {
  return integrations.map((integration) => ({
    integration,
    href: `/api/integrations/${integration.name}`,
    address: `${EXAMPLE_URL}/api/v1/external/${integration.name}?api_key=YOUR_BOTS_KEY&stream=CHANNEL`,
    messages: messagesOf(integration),
  }));
}

function messagesOf(integration: Integration): SampleMessage[] {
  return (webhookSamples[integration.name] ?? []).flatMap((sample) => {
    const composed = composeSample(integration, sample);
    return composed === 'account'
      ? []
      : composed.map(({ topic, content }) => ({ topic, body: new Html(shown(render(content).html)) }));
  });
}

const TIMES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Links of samples lead nowhere, so they are only marked. Emoji and times are shown as clients show them. */
function shown(text: string): string {
  return text
    .replaceAll(/<a [^<>]*>/g, '<span class="link">')
    .replaceAll('</a>', '</span>')
    .replaceAll(
      /<span aria-label="[^"]*" class="emoji emoji-([0-9a-f]+)"[^>]*>[^<]*<\/span>/g,
      (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replaceAll(
      /<time datetime="([^"]+)">[^<]*<\/time>/g,
      (_all, at: string) => `<span class="time">${TIMES.format(new Date(at))}</span>`,
    );
}
