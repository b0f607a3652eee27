import { renderMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { route } from '../../http/route.ts';
import { renderFor } from '../compose.ts';
import { readStamps } from '../sending/vocabulary.ts';

export const renderMessageRoute = route(contract, async (call, { content }) => {
  const { world, realm } = call;
  const stamps = await readStamps(world.pool, realm.id);
  const vocabulary = await world.sending.vocabularyOf(realm.id, stamps);
  const { html } = await renderFor(world.sending, world, call, content, vocabulary);
  return { rendered: html };
});
