import type { MarkdownIt, StateInline } from 'markdown-it';
import type { Channel } from '../context.ts';
import { escapeCode, openTag } from '../html.ts';
import { type Job, jobOf } from '../job.ts';
import { channelPath, topicPath } from '../links/narrow.ts';
import { pushAtom } from './atom.ts';
import { standsFree } from './mention.ts';

/** `#**channel**`, `#**channel>topic**` and `#**channel>topic@123**`. */
export function channelLink(md: MarkdownIt): void {
  md.inline.ruler.push('channel_link', parse);
}

const SYNTAX = /#\*\*([^*>\n]+)(?:>([^*\n]*))?\*\*/y;
const WITH_MESSAGE = /^(.*)@([0-9]{1,15})$/s;
const MAY_PRECEDE = /[\s'"({/<]/;

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '#' || !standsFree(state, MAY_PRECEDE)) return false;
  SYNTAX.lastIndex = state.pos;
  const match = SYNTAX.exec(state.src);
  if (match === null) return false;
  const job = jobOf(state.env);
  const channel = job.channel(match[1] ?? '');
  if (channel === undefined) return false;
  const { href, html } = linkTo(job, channel, match[2]);
  job.found.addLink(href);
  pushAtom(state, html);
  state.pos += match[0].length;
  return true;
}

function linkTo(job: Job, channel: Channel, rest: string | undefined): { href: string; html: string } {
  if (rest === undefined) return linkToChannel(job, channel);
  const message = WITH_MESSAGE.exec(rest);
  if (message !== null) return linkToMessage(job, channel, message[1] ?? '', message[2] ?? '');
  return linkToTopic(job, channel, rest);
}

function linkToChannel(job: Job, channel: Channel): { href: string; html: string } {
  job.found.channels.add(channel.id);
  const href = channelPath(channel);
  const tag = openTag('a', { class: 'stream', 'data-stream-id': String(channel.id), href });
  return { href, html: `${tag}#${escapeCode(channel.name)}</a>` };
}

function linkToTopic(job: Job, channel: Channel, topic: string): { href: string; html: string } {
  job.found.addTopic(channel.id, topic);
  const latest = job.latestMessageId(channel.id, topic);
  const href = topicPath(channel, topic) + (latest === undefined ? '' : `/with/${latest}`);
  const tag = openTag('a', { class: 'stream-topic', 'data-stream-id': String(channel.id), href });
  return { href, html: `${tag}#${escapeCode(channel.name)} &gt; ${topicText(topic)}</a>` };
}

function linkToMessage(
  job: Job,
  channel: Channel,
  topic: string,
  id: string,
): { href: string; html: string } {
  job.found.addTopic(channel.id, topic);
  const href = `${topicPath(channel, topic)}/near/${id}`;
  const tag = openTag('a', { class: 'message-link', href });
  return { href, html: `${tag}#${escapeCode(channel.name)} &gt; ${topicText(topic)} @ 💬</a>` };
}

function topicText(topic: string): string {
  return topic === '' ? '<em>general chat</em>' : escapeCode(topic);
}
