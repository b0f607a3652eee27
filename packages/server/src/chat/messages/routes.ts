import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import * as messageFlagsEndpoints from '@parley/contract/endpoints/message-flags.ts';
import * as messageSearchEndpoints from '@parley/contract/endpoints/message-search.ts';
import * as messagesEndpoints from '@parley/contract/endpoints/messages.ts';
import { isPublicClient } from '@parley/contract/public-clients.ts';
import { accessChannel } from '../channels/access.ts';
import { accessMessage, noSuchMessage } from './access.ts';
import { deleteMessage } from './editing/delete-message.ts';
import { deleteTopic } from './editing/delete-topic.ts';
import { historyOf } from './editing/history.ts';
import { updateMessage } from './editing/update-message.ts';
import { isExpensive, requestCostOf } from './fetch/cost.ts';
import { fetchMessages } from './fetch/fetch.ts';
import { withinLimits } from './grant-limits.ts';
import { matchNarrow } from './fetch/match-narrow.ts';
import { findLinkTarget, linksTo } from './links.ts';
import { presentMessages } from './present.ts';
import { changeFlags } from './reading/change-flags.ts';
import { changeRange } from './reading/change-range.ts';
import { flagOf } from './reading/flag.ts';
import { hasCopyIn } from './reading/has-copy-in.ts';
import { markAllRead } from './reading/mark-all-read.ts';
import { markChannelRead } from './reading/mark-channel-read.ts';
import { readReceipts } from './reading/receipts.ts';
import { send } from './send/send.ts';
import { renderFor } from './rendering/render.ts';
import { readVocabularyVersions } from './rendering/vocabulary.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';
import { readSnapshot } from '../../engine/db/snapshot.ts';
import type { Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { urlOf } from '../../engine/hosts.ts';
import { badRequest } from '../../engine/api-error.ts';
import { shareOf } from '../../http/actor.ts';
import { type ActorCall, confirmingRoute, costlyRoute, route, type Route } from '../../http/route.ts';
import { administratorsOnly } from '../../organization/users/gates.ts';

export const messageRoutes: readonly Route[] = [
  confirmingRoute(messagesEndpoints.sendMessage, async (call, parameters) => {
    const { world, realm, user } = call;
    const { id, policy, target } = await send(call, parameters);
    return {
      id,
      ...(policy === visibilityPolicies.inherit ? {} : { automatic_new_visibility_policy: policy }),
      ...linksTo(
        urlOf(world.config.hosts, realm.subdomain),
        target ?? (await findLinkTarget(world.pool, user, id)),
        id,
      ),
    };
  }),
  costlyRoute(messageSearchEndpoints.getMessages, requestCostOf, answerMessages),
  route(messagesEndpoints.getMessage, answerMessage),
  costlyRoute(
    messageSearchEndpoints.checkMessagesMatchNarrow,
    ({ msg_ids, narrow }) => requestCostOf({ message_ids: msg_ids, narrow }),
    async (call, { msg_ids, narrow }) => ({
      messages: await readMessages(call, { message_ids: msg_ids, narrow }, (reader) =>
        matchNarrow(reader, call, msg_ids, narrow),
      ),
    }),
  ),
  route(messagesEndpoints.renderMessage, async (call, { content }) => {
    const { world, realm } = call;
    const versions = await readVocabularyVersions(world.pool, realm.id);
    const vocabulary = await world.sending.vocabularyOf(realm.id, versions);
    const { html } = await renderFor(world.sending, world, call, content, vocabulary);
    return { rendered: html };
  }),
  costlyRoute(
    messageFlagsEndpoints.updateMessageFlags,
    ({ messages }) => requestCostOf({ message_ids: messages }),
    async (call, { flag: name, op, messages }) => {
      const flag = flagOf(name);
      const { notSubscribed } = await changeMessages(call, { message_ids: messages }, (tx) =>
        changeFlags(tx, call, { flag, op }, messages),
      );
      return { messages, ignored_because_not_subscribed_channels: [...notSubscribed] };
    },
  ),
  costlyRoute(messageFlagsEndpoints.updateMessageFlagsForNarrow, requestCostOf, async (call, parameters) => {
    const { range, changed } = await changeMessages(call, parameters, (tx) =>
      changeRange(tx, call, parameters),
    );
    return {
      processed_count: range.ids.length,
      updated_count: changed.ids.length,
      first_processed_id: range.ids[0] ?? null,
      last_processed_id: range.ids.at(-1) ?? null,
      found_oldest: range.foundOldest,
      found_newest: range.foundNewest,
      ...(parameters.flag === 'read' && parameters.op === 'remove'
        ? { ignored_because_not_subscribed_channels: [...changed.notSubscribed] }
        : {}),
    };
  }),
  route(messageFlagsEndpoints.getReadReceipts, async (call, { message_id }) => ({
    user_ids: await readReceipts(call.world.pool, call, message_id),
  })),
  route(messageFlagsEndpoints.markAllAsRead, async ({ world, realm, user }) => {
    await world.write(realm.id, (tx) => markAllRead(tx, user.id));
    return { complete: true };
  }),
  route(messageFlagsEndpoints.markStreamAsRead, async (call, { stream_id }) => {
    const channel = await accessChannel(call.world.pool, call, stream_id, 'content', { archived: 'refused' });
    await markChannelRead(call, { channel, topic: null });
    return {};
  }),
  // An empty topic_name means the whole channel; the empty topic is addressed by its display name.
  route(messageFlagsEndpoints.markTopicAsRead, async (call, { stream_id, topic_name }) => {
    const { world, user } = call;
    const channel = await accessChannel(world.pool, call, stream_id, 'content', { archived: 'refused' });
    if (topic_name === '') {
      await markChannelRead(call, { channel, topic: null });
      return {};
    }
    const topic = topic_name === EMPTY_TOPIC_NAME ? '' : topic_name;
    if (!(await hasCopyIn(world.pool, user.id, channel, topic))) throw badRequest('There is no such topic.');
    await markChannelRead(call, { channel, topic });
    return {};
  }),
  route(messagesEndpoints.updateMessage, async (call, request) => ({
    detached_uploads: [...(await updateMessage(call, request))],
  })),
  route(messagesEndpoints.getMessageHistory, async (call, { message_id, allow_empty_topic_name }) => ({
    message_history: await historyOf(call, message_id, allow_empty_topic_name),
  })),
  route(messagesEndpoints.deleteMessage, async ({ world, realm, user }, { message_id }) => {
    await world.write(realm.id, (tx) => deleteMessage(tx, { realm, user }, message_id, world.clock.now()));
    return {};
  }),
  route(
    messagesEndpoints.deleteTopic,
    async (call, { stream_id, topic_name }) => ({ complete: await deleteTopic(call, stream_id, topic_name) }),
    administratorsOnly,
  ),
];

function readMessages<T>(
  call: ActorCall,
  request: Parameters<typeof isExpensive>[0],
  work: (reader: Reader) => Promise<T>,
): Promise<T> {
  const { pool, expensiveQueries } = call.world;
  return isExpensive(request) ? expensiveQueries.snapshot(shareOf(call), work) : readSnapshot(pool, work);
}

function changeMessages<T>(
  call: ActorCall,
  request: Parameters<typeof isExpensive>[0],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { world, realm } = call;
  const change = () => world.write(realm.id, work);
  return isExpensive(request) ? world.expensiveQueries.inTurn(shareOf(call), change) : change();
}

/** Also serves spectators, whose narrow was checked before. */
export async function answerMessages(
  call: ActorCall,
  parameters: ParametersOf<typeof messageSearchEndpoints.getMessages>,
): Promise<ResultOf<typeof messageSearchEndpoints.getMessages>> {
  const { messages, range, isById } = await readMessages(call, parameters, async (reader) =>
    fetchMessages(reader, call, await withinLimits(reader, call, parameters)),
  );
  return {
    messages,
    ...(isById ? {} : { anchor: range.anchor }),
    found_anchor: range.foundAnchor,
    found_oldest: range.foundOldest,
    found_newest: range.foundNewest,
    history_limited: false,
  };
}

/** Also serves spectators, who can access only messages in web-public channels. */
export function answerMessage(
  call: ActorCall,
  { message_id, apply_markdown, allow_empty_topic_name }: ParametersOf<typeof messagesEndpoints.getMessage>,
): Promise<ResultOf<typeof messagesEndpoints.getMessage>> {
  return readSnapshot(call.world.pool, async (reader) => {
    await accessMessage(reader, call, message_id);
    const [shown] = await presentMessages(reader, call, [message_id], {
      applyMarkdown: apply_markdown,
      clientGravatar: true,
      allowEmptyTopicName: allow_empty_topic_name,
      isPublicClient: isPublicClient(call.client.name),
    });
    if (shown === undefined) throw noSuchMessage();
    return { message: shown.message, raw_content: shown.content };
  });
}
