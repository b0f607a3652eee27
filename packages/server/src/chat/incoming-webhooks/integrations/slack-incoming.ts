import type { Integration } from '../integration.ts';
import { paragraphs } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { slackAttachment } from '../slack-attachments.ts';
import { slackBlocks } from '../slack-blocks.ts';
import { fromSlackMarkup } from '../slack-markup.ts';

/** Every program that can post to an incoming webhook of Slack. */
export const slackIncoming: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack-compatible webhook',
  events: null,
  options: [],
  hasSlackAnswers: true,
  about:
    'Takes the requests that programs send to incoming webhooks of Slack. Blocks, attachments and markup are converted. The topic is the `channel` of the payload.',
  setup: 'Paste the address wherever a program asks for the address of a Slack webhook.',
  compose: ({ payload }) => {
    const content = contentOf(payload);
    return content.trim() === '' ? [] : [{ topic: topicOf(payload), content }];
  },
};

function topicOf(payload: PayloadObject): string {
  return (payload.textIf('channel') ?? '').replace(/^[#@]/, '');
}

/** Blocks and attachments, or else the text, which is their fallback. */
function contentOf(payload: PayloadObject): string {
  const blocks = payload.listIf('blocks') ?? [];
  const rendered = slackBlocks(blocks);
  const text = fromSlackMarkup(payload.textIf('text') ?? '');
  const attachments = (payload.listIf('attachments') ?? []).map(slackAttachment);
  const rich = paragraphs(rendered ?? text, ...attachments);
  if (rich !== '' && (blocks.length > 0 || attachments.some((one) => one !== ''))) return rich;
  const icon = payload.textIf('icon_emoji');
  return text === '' || icon === undefined || icon === '' ? text : `${icon} ${text}`;
}
