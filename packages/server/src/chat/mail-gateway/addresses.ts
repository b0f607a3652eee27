import { timingSafeEqual } from 'node:crypto';
import type { World } from '../../http/world.ts';

/** The address in `Reply-To` of a notification: a reply is posted by the user where the message is. */
export type ReplyAddress = {
  readonly kind: 'reply';
  readonly realmId: number;
  readonly userId: number;
  readonly messageId: number;
  /** The day since 1970 on which the address was made. */
  readonly day: number;
  /** `mail_epoch` of the user at that time. */
  readonly epoch: number;
};

/** The address of a channel. `creatorId` asked for it, `senderId` posts: the creator or a bot. */
export type ChannelMailAddress = {
  readonly kind: 'channel';
  readonly realmId: number;
  readonly channelId: number;
  readonly creatorId: number;
  readonly senderId: number;
  /** `mail_epoch` of the channel when the address was made. */
  readonly epoch: number;
};

export type GatewayAddress = ReplyAddress | ChannelMailAddress;

/** An address of the gateway, and the options behind its token. */
export type ReadAddress = { readonly target: GatewayAddress; readonly options: ReadonlySet<string> };

type Gateway = Pick<World, 'sealer' | 'config'>;

const DAY_MS = 86_400_000;

/** The day since 1970 of a time in milliseconds. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** Undefined if the server receives no e-mail. */
export function gatewayAddressOf(
  world: Gateway,
  target: GatewayAddress,
  { slug, options = [] }: { readonly slug?: string; readonly options?: readonly string[] } = {},
): string | undefined {
  const { mailGateway } = world.config;
  if (mailGateway === undefined) return undefined;
  const tail = [tokenOf(world, target), ...options].join('.');
  const room = MAX_LOCAL_LENGTH - mailGateway.pattern.lastIndexOf('@') + '%s'.length - tail.length - 1;
  const head = slug?.slice(0, Math.max(room, 0)).replace(/-+$/, '') ?? '';
  return mailGateway.pattern.replace('%s', head === '' ? tail : `${head}.${tail}`);
}

/** Characters before the `@` that every mail server takes. */
const MAX_LOCAL_LENGTH = 64;

/** Reads an address in any case; undefined if it is not one that this server has made. */
export function readGatewayAddress(world: Gateway, address: string): ReadAddress | undefined {
  const { mailGateway } = world.config;
  const [before = '', after = ''] = mailGateway?.pattern.toLowerCase().split('%s') ?? [];
  const text = address.toLowerCase();
  const isOurs = mailGateway !== undefined && text.startsWith(before) && text.endsWith(after);
  if (!isOurs || text.length > MAX_ADDRESS_LENGTH) return undefined;
  const parts = text.slice(before.length, text.length - after.length).split(/[.+]/);
  for (const [index, part] of parts.entries()) {
    const target = readToken(world, part);
    if (target !== undefined) return { target, options: new Set(parts.slice(index + 1)) };
  }
  return undefined;
}

const MAX_ADDRESS_LENGTH = 320;

/** Mail servers may change the case of an address, so a token has digits and small letters only. */
function tokenOf({ sealer }: Pick<World, 'sealer'>, target: GatewayAddress): string {
  const ids = idsOf(target).map((id) => id.toString(36));
  const name = [target.kind === 'reply' ? 'r' : 'c', ...ids].join('-');
  const hash = sealer.fingerprint('mail gateway', name).slice(0, HASH_HEX_DIGITS);
  return `${name}-${BigInt(`0x${hash}`).toString(36).padStart(HASH_DIGITS, '0')}`;
}

/** 128 bits, which nobody can guess, in base 16 and base 36. */
const HASH_HEX_DIGITS = 32;
const HASH_DIGITS = 25;

function idsOf(target: GatewayAddress): number[] {
  if (target.kind === 'reply')
    return [target.realmId, target.userId, target.messageId, target.day, target.epoch];
  const { realmId, channelId, creatorId, senderId, epoch } = target;
  return [realmId, channelId, creatorId, senderId, epoch];
}

const TOKEN = /^([rc])-((?:[0-9a-z]{1,10}-){5})[0-9a-z]{25}$/;

function readToken(world: Pick<World, 'sealer'>, token: string): GatewayAddress | undefined {
  const [, kind, names = ''] = TOKEN.exec(token) ?? [];
  const ids = names
    .split('-')
    .slice(0, -1)
    .map((id) => Number.parseInt(id, 36));
  const target = kind === 'r' ? replyOf(ids) : kind === 'c' ? channelOf(ids) : undefined;
  if (target === undefined) return undefined;
  const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(world, target))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? target : undefined;
}

function replyOf([realmId, userId, messageId, day, epoch]: readonly number[]): ReplyAddress | undefined {
  if (realmId === undefined || userId === undefined || messageId === undefined) return undefined;
  if (day === undefined || epoch === undefined) return undefined;
  return { kind: 'reply', realmId, userId, messageId, day, epoch };
}

function channelOf([realmId, channelId, creatorId, senderId, epoch]: readonly number[]):
  | ChannelMailAddress
  | undefined {
  if (realmId === undefined || channelId === undefined) return undefined;
  if (creatorId === undefined || senderId === undefined || epoch === undefined) return undefined;
  return { kind: 'channel', realmId, channelId, creatorId, senderId, epoch };
}
