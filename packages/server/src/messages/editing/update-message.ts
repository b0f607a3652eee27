import type { Attachment } from '@parley/contract/objects/attachment.ts';
import type { RenderResult } from '@parley/markdown';
import type { Tx } from '../../db/tx.ts';
import type { Call } from '../../http/route.ts';
import { accessForChange, accessMessage, noSuchMessage, type Accessed } from '../access.ts';
import { renderFor } from '../compose.ts';
import { calledBy } from '../mentions.ts';
import { readStamps, type Vocabulary } from '../sending/vocabulary.ts';
import { applyChange, type Outcome } from './apply-change.ts';
import type { Asked } from './change.ts';
import type { NewText } from './edit-text.ts';
import type { Progress } from './move-messages.ts';
import { holdForMove, Unsettled, untilSettled, type Held } from './hold.ts';
import { planChange, type Plan } from './plan.ts';

/**
 * Edits or moves a message, and others of its topic with it. What is asked for is judged first without holding
 * anything, so that a text can be rendered, and again when everything that it depends on is held. Very many messages
 * move in several steps, so that others can go on in between. Answers the files that no message refers to any more.
 */
export const updateMessage = async (call: Call, asked: Asked): Promise<readonly Attachment[]> => {
  const { world, realm, person } = call;
  const actor = { realm, person };
  const now = world.clock.now();
  const { content } = await planFirst(call, asked, now);
  const vocabulary = await world.sending.vocabularyOf(realm.id, await readStamps(world.pool, realm.id));
  const rendered =
    content === undefined ? undefined : await renderFor(world.sending, world, actor, content, vocabulary);
  const step = async (earlier: Progress | undefined): Promise<Outcome> => {
    const first = await planFirst(call, asked, now);
    return world.write(realm.id, async (tx) => {
      const { accessed, wishers } = await hold(tx, call, first, asked);
      const plan = await planChange(tx, actor, accessed, asked, now);
      if ((plan.move === undefined) !== (first.move === undefined)) throw new Unsettled();
      const text = await newText(tx, call, plan, rendered, vocabulary);
      return applyChange(tx, world, actor, { plan, text, wishers, vocabulary, asked, now, earlier });
    });
  };
  let outcome = await untilSettled(() => step(undefined));
  while (outcome.progress !== undefined) {
    const earlier = outcome.progress;
    outcome = await untilSettled(() => step(earlier));
  }
  return outcome.detached;
};

const planFirst = async ({ world, realm, person }: Call, asked: Asked, now: number): Promise<Plan> => {
  const seen = await accessMessage(world.pool, { realm, person }, asked.message_id);
  refuseArchived(seen);
  return planChange(world.pool, { realm, person }, seen, asked, now);
};

const refuseArchived = (accessed: Accessed): void => {
  if (accessed.kind === 'channel' && accessed.channel.is_archived) throw noSuchMessage();
};

const hold = async (tx: Tx, { realm, person }: Call, { move }: Plan, asked: Asked): Promise<Held> =>
  move === undefined
    ? { accessed: await accessForChange(tx, { realm, person }, asked.message_id), wishers: [] }
    : holdForMove(tx, { realm, person }, asked.message_id, {
        channelId: move.isChannelChanged ? move.target.id : undefined,
        topic: move.topic,
      });

/** Whom a new text calls is looked up where it will be. */
const newText = async (
  tx: Tx,
  { realm, person }: Call,
  { accessed, content, move }: Plan,
  rendered: RenderResult | undefined,
  vocabulary: Vocabulary,
): Promise<NewText | undefined> => {
  if (content === undefined || rendered === undefined) return undefined;
  const place =
    accessed.kind === 'direct'
      ? undefined
      : {
          channelId: accessed.channel.id,
          topic: move?.topic ?? accessed.message.topic,
          subscribers: accessed.channel.subscriber_count,
        };
  return {
    content,
    rendered,
    called: await calledBy(tx, { realm, person }, rendered.mentions, place),
    alerted: [...vocabulary.alertedBy(content)],
  };
};
