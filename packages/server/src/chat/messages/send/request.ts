import type { AutomaticPolicy } from '../follow.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import { limits } from '@parley/contract/limits.ts';
import type { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { badRequest } from '../../../engine/api-error.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { LoggedMessage } from '../../../engine/log/logged-event.ts';
import { isBot } from '../../../http/actor.ts';
import type { Call } from '../../../http/route.ts';
import { checkName } from '../../channels/names.ts';
import { PLACEHOLDER } from '../../streamed-messages/placeholder.ts';
import type { LinkTarget } from '../links.ts';
import { contentOf, sentTopicOf } from '../text.ts';
import { keyOf, type SendKey } from './send-key.ts';

export type SendRequest = ParametersOf<typeof sendMessage>;

/** The sender of a message, the client used, and the idempotency key of the send. */
export type Sender = Pick<Call, 'world' | 'realm' | 'user' | 'limits' | 'client' | 'accessVersion'> & {
  readonly key: SendKey | undefined;
  readonly echo: LoggedMessage['echo'] | undefined;
  readonly isReadBySender: boolean;
  /** The first submessage (a poll, a task list or buttons), as JSON. */
  readonly widget: string | undefined;
  /** The text so far of a message whose text comes in pieces; undefined for every other one. */
  readonly stream?: string | undefined;
  /** Runs in the message's transaction before the message is stored; if it throws, nothing is sent. */
  readonly beforeStore?: (tx: Tx) => Promise<void>;
  /** The sender replies to a message that called it, and need not be a member of the channel. */
  readonly isInvited?: boolean;
  /** The key is already stored, so the cache must not be used. */
  readonly isRepeat?: boolean;
};

/** The recipient of a message as the request names it, before any lookup. */
export type Address = ChannelAddress | DirectAddress;
export type ChannelAddress = {
  readonly kind: 'channel';
  readonly channel: number | string | undefined;
  /** The name of the channel as the request has it. */
  readonly requestedName?: string;
  readonly topic: string;
};
export type DirectAddress =
  | { readonly kind: 'users'; readonly ids: readonly number[] }
  | { readonly kind: 'addresses'; readonly emails: readonly string[] };

/** The id of the message, and the sender's new visibility policy for its topic (0 for no change). */
export type Sent = {
  readonly id: number;
  readonly policy: AutomaticPolicy;
  /** Undefined for a repeated send. */
  readonly target: LinkTarget | undefined;
};

/** Checks the request as far as that needs no lookup. */
export function readRequest(
  call: Call,
  request: SendRequest,
): { sender: Sender; address: Address; content: string } {
  const address = addressOf(request);
  const stream = request.stream === true ? streamOf(call, request.content) : undefined;
  const content = stream === '' ? PLACEHOLDER : contentOf(request.content);
  const { local_id: localId, queue_id: queue } = request;
  if ((localId === undefined) !== (queue === undefined))
    throw badRequest('The parameters local_id and queue_id require each other.');
  const sender: Sender = {
    ...call,
    key: keyOf(call, request),
    echo: localId === undefined || queue === undefined ? undefined : { queue, localId },
    isReadBySender: request.read_by_sender ?? isInteractiveClient(call.client.name),
    widget: widgetOf(request.widget_content, content),
    isRepeat: false,
    stream,
  };
  return { sender, address, content };
}

/** The text that a streamed message begins with; refuses users at their own client. */
function streamOf({ user, credential }: Call, content: string): string {
  if (!isBot(user) && credential.kind !== 'grant')
    throw badRequest('Only bots and programs with a grant can stream messages.');
  return content.trim() === '' ? '' : content;
}

type Recipients = Pick<SendRequest, 'to' | 'type' | 'topic'>;

export function addressOf({ to, type, topic }: Recipients): Address {
  return type === 'channel' || type === 'stream' ? channelAddress(to, topic) : directAddress(to);
}

function channelAddress(to: Recipients['to'], topic: string | undefined): ChannelAddress {
  const channel = Array.isArray(to) ? onlyOne(to) : to;
  if (topic === undefined)
    throw badRequest("Missing parameter 'topic': a message to a channel needs a topic.");
  const base = { kind: 'channel', topic: sentTopicOf(topic) } as const;
  return typeof channel === 'string'
    ? { ...base, channel: checkName(channel), requestedName: channel }
    : { ...base, channel };
}

function onlyOne(to: readonly (string | number)[]): string | number {
  const [first, ...others] = to;
  if (first === undefined || others.length > 0)
    throw badRequest("The parameter 'to' must name exactly one channel.");
  return first;
}

function directAddress(to: Recipients['to']): DirectAddress {
  if (typeof to === 'number')
    throw badRequest("The parameter 'to' must be a list for direct messages: [12], not 12.");
  const list: readonly (string | number)[] = typeof to === 'string' ? to.split(',') : (to ?? []);
  const ids = [...new Set(list.filter((one) => typeof one === 'number'))];
  const emails = [
    ...new Set(
      list
        .filter((one) => typeof one === 'string')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    ),
  ];
  if (ids.length === 0 && emails.length === 0)
    throw badRequest("Missing parameter 'to': a direct message needs recipients.");
  return ids.length > 0 ? { kind: 'users', ids } : { kind: 'addresses', emails };
}

/** The first submessage of a message as JSON: the given buttons, or the poll or task list that its text starts. */
export function widgetOf(zform: SendRequest['widget_content'], content: string): string | undefined {
  if (zform !== undefined) return widgetText(zform);
  const [, kind, rest = ''] = /^\/(poll|todo)(?!\S)(.*)$/s.exec(content) ?? [];
  if (kind === undefined) return undefined;
  const [title = '', ...lines] = rest.split(/\r\n|[\r\n]/);
  const entries = lines.map(withoutBullet).filter((line) => line !== '');
  const extra_data =
    kind === 'poll'
      ? { question: title.trim(), options: entries }
      : { task_list_title: title.trim(), tasks: entries.map(taskOf) };
  return JSON.stringify({ widget_type: kind, extra_data });
}

function widgetText(zform: object): string {
  const json = JSON.stringify(zform);
  if (json.length > limits.widgetLength)
    throw badRequest(`A widget has at most ${limits.widgetLength} characters.`);
  return json;
}

function withoutBullet(line: string): string {
  return line.trim().replace(/^[-*]?\s*/, '');
}

function taskOf(entry: string): { task: string; desc: string } {
  const [, task = entry, desc = ''] = /^(.*?): (.*)$/s.exec(entry) ?? [];
  return { task: task.trim(), desc: desc.trim() };
}

/** Clients operated by human users: messages sent with them count as read by their sender. */
const INTERACTIVE_CLIENTS: ReadonlySet<string> = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
  'parleyweb',
]);

export function isInteractiveClient(clientName: string): boolean {
  return INTERACTIVE_CLIENTS.has(clientName.toLowerCase());
}
