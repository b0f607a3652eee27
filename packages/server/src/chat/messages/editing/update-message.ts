import type { Attachment } from '@parley/contract/objects/attachment.ts';
import type { RenderResult } from '@parley/markdown';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Call } from '../../../http/route.ts';
import { accessForUpdate, accessMessage, refuseArchived } from '../access.ts';
import { renderFor } from '../rendering/render.ts';
import { resolveMentions } from '../mentions.ts';
import { readVocabularyVersions, type Vocabulary } from '../rendering/vocabulary.ts';
import { applyChange, type ChangeOutcome } from './apply-change.ts';
import type { UpdateRequest } from './change.ts';
import type { NewText } from './edit-text.ts';
import type { Progress } from './move-messages.ts';
import {
  lockForMove,
  ConcurrentChangeError,
  retryConcurrentChange,
  type LockedMessage,
} from './lock-message.ts';
import { planChange, type ChangePlan } from './plan.ts';

/**
 * Edits or moves a message, and with it others of its topic. The request is checked first without locks, so that
 * rendering happens outside of the transaction, and again after locking. Large moves run in several transactions, so
 * that sends are not blocked for long. Returns the files that no message refers to any more.
 */
export async function updateMessage(call: Call, request: UpdateRequest): Promise<readonly Attachment[]> {
  const { world, realm, user } = call;
  const actor = { realm, user };
  const now = world.clock.now();
  const { content } = await planFirst(call, request, now);
  const vocabulary = await world.sending.vocabularyOf(
    realm.id,
    await readVocabularyVersions(world.pool, realm.id),
  );
  const rendered =
    content === undefined ? undefined : await renderFor(world.sending, world, actor, content, vocabulary);
  const step = async (earlier: Progress | undefined): Promise<ChangeOutcome> => {
    const first = await planFirst(call, request, now);
    return world.write(realm.id, async (tx) => {
      const { accessed, policyUsers } = await lockMessage(tx, call, first, request);
      const plan = await planChange(tx, actor, accessed, request, now);
      if ((plan.move === undefined) !== (first.move === undefined)) throw new ConcurrentChangeError();
      const text = await newText(tx, call, plan, rendered, vocabulary);
      return applyChange(tx, world, actor, { plan, text, policyUsers, vocabulary, request, now, earlier });
    });
  };
  let outcome = await retryConcurrentChange(() => step(undefined));
  while (outcome.progress !== undefined) {
    const earlier = outcome.progress;
    outcome = await retryConcurrentChange(() => step(earlier));
  }
  return outcome.detached;
}

async function planFirst(
  { world, realm, user }: Call,
  request: UpdateRequest,
  now: number,
): Promise<ChangePlan> {
  const seen = await accessMessage(world.pool, { realm, user }, request.message_id);
  refuseArchived(seen);
  return planChange(world.pool, { realm, user }, seen, request, now);
}

async function lockMessage(
  tx: Tx,
  { realm, user }: Call,
  { move }: ChangePlan,
  request: UpdateRequest,
): Promise<LockedMessage> {
  return move === undefined
    ? { accessed: await accessForUpdate(tx, { realm, user }, request.message_id), policyUsers: [] }
    : lockForMove(tx, { realm, user }, request.message_id, {
        channelId: move.isChannelChanged ? move.target.id : undefined,
        topic: move.topic,
      });
}

/** Mentions are resolved in the target topic. */
async function newText(
  tx: Tx,
  { realm, user }: Call,
  { accessed, content, move }: ChangePlan,
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
    called: await resolveMentions(tx, { realm, user }, rendered.mentions, conversation),
    alerted: [...vocabulary.alertedBy(content)],
  };
}
