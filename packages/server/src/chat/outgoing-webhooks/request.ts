import { VERSION } from '../../engine/version.ts';
import type { LoggedMessage } from '../../engine/log/logged-event.ts';
import { NOTHING_PERSONAL } from '../../delivery/event-adapter.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { adaptSentMessage } from '../messages/adapt.ts';
import type { OutgoingBot } from './rows.ts';
import type { CallTrigger } from './trigger.ts';

/** The body of a call and its type. */
export type WebhookBody = { readonly contentType: string; readonly body: string };

export const SLACK_INTERFACE = 2;

export const USER_AGENT = `ParleyOutgoingWebhook/${VERSION}`;

/** Avatars as URLs, the text as Markdown, and an empty topic as such. */
const OPTIONS: ClientOptions = {
  eventTypes: null,
  applyMarkdown: false,
  clientGravatar: false,
  slimPresence: false,
  allPublicChannels: false,
  narrow: [],
  capabilities: { empty_topic_name: true },
  knowsPronouns: true,
};

/** The request of the generic interface. */
export function genericBody(bot: OutgoingBot, event: LoggedMessage, trigger: CallTrigger): WebhookBody {
  const [adapted] = adaptSentMessage(event, OPTIONS, NOTHING_PERSONAL);
  const message = adapted?.type === 'message' ? adapted.message : event.message;
  const body = JSON.stringify({
    data: event.content,
    message: { ...message, rendered_content: event.rendered },
    bot_email: bot.user.delivery_email,
    bot_full_name: bot.user.full_name,
    token: bot.token,
    trigger,
  });
  return { contentType: 'application/json', body };
}

/** The request of the Slack-compatible interface; undefined for a direct message, which that interface cannot express. */
export function slackBody(
  bot: OutgoingBot,
  host: string,
  event: LoggedMessage,
  trigger: CallTrigger,
): WebhookBody | undefined {
  const { message } = event;
  if (message.type === 'private') return undefined;
  const body = new URLSearchParams({
    token: bot.token,
    team_id: `T${bot.realm.id}`,
    team_domain: host,
    channel_id: `C${message.stream_id}`,
    channel_name: message.display_recipient,
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: event.content,
    trigger_word: trigger,
    service_id: String(bot.user.id),
  });
  return { contentType: 'application/x-www-form-urlencoded', body: body.toString() };
}
