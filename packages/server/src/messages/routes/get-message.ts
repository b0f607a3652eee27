import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import { getMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { isPublicClient } from '@parley/contract/public-clients.ts';
import { readSnapshot } from '../../db/snapshot.ts';
import { route, type ActorCall } from '../../http/route.ts';
import { accessMessage, noSuchMessage } from '../access.ts';
import { presentMessages } from '../present.ts';

/** Also for visitors, to whom only messages in web-public channels are accessible. */
export function answerMessage(
  call: ActorCall,
  { message_id, apply_markdown, allow_empty_topic_name }: ParametersOf<typeof contract>,
): Promise<ResultOf<typeof contract>> {
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

export const getMessageRoute = route(contract, answerMessage);
