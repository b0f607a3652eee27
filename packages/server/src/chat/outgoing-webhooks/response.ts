import { zform } from '@parley/contract/objects/message.ts';
import * as z from 'zod';
import { parseJson } from '../../engine/parse-json.ts';
import type { OutboundResponse } from '../../engine/outbound/outbound.ts';

/** The meaning of a response: a text to post, nothing, or a failure. */
export type WebhookReply =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly content: string; readonly widget: string | undefined }
  | { readonly kind: 'failed'; readonly problem: 'status' | 'invalid'; readonly detail: string };

const NOTHING: WebhookReply = { kind: 'nothing' };

const genericReply = z.looseObject({
  response_not_required: z.boolean().optional(),
  response_string: z.string().nullish(),
  content: z.string().nullish(),
  widget_content: z.union([z.string(), z.looseObject({})]).nullish(),
});

const slackReply = z.looseObject({ text: z.string().nullish() });

export function readReply({ status, body }: OutboundResponse, isSlack: boolean): WebhookReply {
  if (status < 200 || status > 299) return { kind: 'failed', problem: 'status', detail: String(status) };
  const json = parseJson(body);
  if (json === '') return NOTHING;
  if (isSlack) {
    const reply = slackReply.safeParse(json);
    return reply.success
      ? textReply(reply.data.text, undefined)
      : invalid('the response has an unknown form');
  }
  const reply = genericReply.safeParse(json);
  if (!reply.success)
    return invalid(json === undefined ? 'the response is not JSON' : 'the response has an unknown form');
  const { response_not_required, response_string, content, widget_content } = reply.data;
  if (response_not_required === true) return NOTHING;
  return textReply(response_string ?? content, widget_content);
}

function textReply(
  content: string | null | undefined,
  widget: string | object | null | undefined,
): WebhookReply {
  if (content === null || content === undefined || content.trim() === '') return NOTHING;
  if (widget === null || widget === undefined || widget === '')
    return { kind: 'text', content, widget: undefined };
  const form = zform.safeParse(typeof widget === 'string' ? parseJson(widget) : widget);
  return form.success
    ? { kind: 'text', content, widget: JSON.stringify(form.data) }
    : invalid('widget_content has an unknown form');
}

function invalid(detail: string): WebhookReply {
  return { kind: 'failed', problem: 'invalid', detail };
}
