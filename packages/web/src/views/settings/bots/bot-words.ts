import { botTypes } from '@parley/contract/objects/user.ts';
import { t } from '../../../words/index.ts';
import type { BotRow } from './bot-list.ts';

function botKindName(type: number): string {
  switch (type) {
    case botTypes.incomingWebhook:
      return t('Incoming webhook');
    case botTypes.outgoingWebhook:
      return t('Outgoing webhook');
    case botTypes.embedded:
      return t('Built in');
    default:
      return t('Program');
  }
}

/** The name of a kind of bot where there is little room. */
export function botKindWord(type: number): string {
  switch (type) {
    case botTypes.incomingWebhook:
      return t('Incoming');
    case botTypes.outgoingWebhook:
      return t('Outgoing');
    default:
      return botKindName(type);
  }
}

/** The use of a kind of bot. */
export function botKindAbout(type: number): string {
  switch (type) {
    case botTypes.incomingWebhook:
      return t('Another product posts messages. It reads nothing.');
    case botTypes.outgoingWebhook:
      return t('Messages to it go to an address of yours, whose answer it posts.');
    case botTypes.embedded:
      return t('A service of this server answers. There is nothing to run.');
    default:
      return t('A program of yours reads and writes with a key.');
  }
}

/** Kind, owner and address of a bot in one line. */
export function botLine({ type, isOwn, ownerName, email }: BotRow): string {
  const owner = isOwn
    ? t('Yours')
    : ownerName === undefined
      ? t('Without an owner')
      : t('Owned by {name}', { name: ownerName });
  return [botKindName(type), owner, ...(email === undefined ? [] : [email])].join(' · ');
}
