import type { Attachment } from '@parley/contract/objects/attachment.ts';
import type { RenderResult } from '@parley/markdown';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Call } from '../../../http/route.ts';
import { accessForChange, accessMessage, noSuchMessage, type Accessed } from '../access.ts';
import { renderFor } from '../compose.ts';
import { calledBy } from '../mentions.ts';
import { readStamps, type Vocabulary } from '../sending/vocabulary.ts';
import { applyChange, type Outcome } from './apply-change.ts';
import type { Asked } from './change.ts';
import type { NewText } from './edit-text.ts';
import type { Progress } from './move-messages.ts';
import { lockForMove, Unsettled, untilSettled, type LockedMessage } from './lock-message.ts';
import { planChange, type Plan } from './plan.ts';

/**
 * Edits or moves a message, and others of its topic with it. What is asked for is judged first without holding
 * anything, so that a text can be rendered, and again when everything that it depends on is held. Very many messages
 * move in several steps, so that others can go on in between. Answers the files that no message refers to any more.
 */
export async function updateMessage(call: Call, asked: Asked): Promise<readonly Attachment[]> {
  const { world, realm, user } = call;
  const actor = { realm, user };
  const now = world.clock.now();
  const { content } = await planFirst(call, asked, now);
  const vocabulary = await world.sending.vocabularyOf(realm.id, await readStamps(world.pool, realm.id));
  const rendered =
    content === undefined ? undefined : await renderFor(world.sending, world, actor, content, vocabulary);
  const step = async (earlier: Progress | undefined): Promise<Outcome> => {
    const first = await planFirst(call, asked, now);
    return world.write(realm.id, async (tx) => {
      const { accessed, policyUsers } = await lockMessage(tx, call, first, asked);
      const plan = await planChange(tx, actor, accessed, asked, now);
      if ((plan.move === undefined) !== (first.move === undefined)) throw new Unsettled();
      const text = await newText(tx, call, plan, rendered, vocabulary);
      return applyChange(tx, world, actor, { plan, text, policyUsers, vocabulary, asked, now, earlier });
    });
  };
  let outcome = await untilSettled(() => step(undefined));
  while (outcome.progress !== undefined) {
    const earlier = outcome.progress;
    outcome = await untilSettled(() => step(earlier));
  }
  return outcome.detached;
}

async function planFirst({ world, realm, user }: Call, asked: Asked, now: number): Promise<Plan> {
  const seen = await accessMessage(world.pool, { realm, user }, asked.message_id);
  refuseArchived(seen);
  return planChange(world.pool, { realm, user }, seen, asked, now);
}

function refuseArchived(accessed: Accessed): void {
  if (accessed.kind === 'channel' && accessed.channel.is_archived) throw noSuchMessage();
}

async function lockMessage(
  tx: Tx,
  { realm, user }: Call,
  { move }: Plan,
  asked: Asked,
): Promise<LockedMessage> {
  return move === undefined
    ? { accessed: await accessForChange(tx, { realm, user }, asked.message_id), policyUsers: [] }
    : lockForMove(tx, { realm, user }, asked.message_id, {
        channelId: move.isChannelChanged ? move.target.id : undefined,
        topic: move.topic,
      });
}

/** Whom a new text calls is looked up where it will be. */
async function newText(
  tx: Tx,
  { realm, user }: Call,
  { accessed, content, move }: Plan,
  rendered: RenderResult | undefined,
  vocabulary: Vocabulary,
): Promise<NewText | undefined> {
  if (content === undefined || rendered === undefined) return undefined;
  const conversation =
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
    called: await calledBy(tx, { realm, user }, rendered.mentions, conversation),
    alerted: [...vocabulary.alertedBy(content)],
  };
}
