import { MailRefusedError } from '../../engine/mail/incoming/incoming-mail.ts';
import type { Actor } from '../../http/actor.ts';
import { ownerOf } from '../../http/due.ts';
import type { RateLimitRule } from '../../http/rate-limits.ts';
import type { World } from '../../http/world.ts';
import {
  dayOf,
  readGatewayAddress,
  type GatewayAddress,
  type ReadAddress,
  type ReplyAddress,
} from './addresses.ts';

/** E-mails of an organization. */
const MAIL_LIMITS: readonly RateLimitRule[] = [
  { seconds: 60, count: 50 },
  { seconds: 300, count: 120 },
  { seconds: 3600, count: 600 },
];

/**
 * Refuses addresses that this server has not made or that have ended, users who are gone, and too many e-mails. Returns the
 * organization.
 */
export async function admitRecipient(world: World, recipient: string): Promise<number> {
  const { target } = await openAddress(world, recipient);
  if (!world.config.rateLimits) return target.realmId;
  const verdict = world.limiter.take(`mail:${target.realmId}`, MAIL_LIMITS);
  if (!verdict.ok)
    throw new MailRefusedError(450, 'The organization gets too many e-mails. Try again later.');
  return target.realmId;
}

export type OpenAddress = ReadAddress & {
  /** The user to whom the address belongs, as of now. */
  readonly actor: Actor;
};

export async function openAddress(world: World, recipient: string): Promise<OpenAddress> {
  const address = readGatewayAddress(world, recipient);
  if (address === undefined) throw new MailRefusedError(550, 'There is no such address.');
  const { target } = address;
  const actor = await ownerOf(world, { realm_id: target.realmId, id: 0, user_id: holderOf(target) });
  if (actor === undefined || actor.realm.deactivated_at !== null)
    throw new MailRefusedError(550, 'The organization of this address is not here any more.');
  if (!actor.user.is_active) throw new MailRefusedError(550, 'The account of this address is deactivated.');
  if (target.kind === 'reply') checkReplyAddress(world, actor, target);
  return { ...address, actor };
}

function checkReplyAddress({ config, clock }: World, { user }: Actor, { day, epoch }: ReplyAddress): void {
  const age = dayOf(clock.now()) - day;
  if (age > (config.mailGateway?.replyDays ?? 0) || epoch !== user.mail_epoch)
    throw new MailRefusedError(550, 'This address has expired. Answer in the app.');
}

function holderOf(target: GatewayAddress): number {
  return target.kind === 'reply' ? target.userId : target.creatorId;
}
