import { sendRawMail, type SmtpAnswer } from '@parley/test-support/smtp-client.ts';
import type { Room } from './channels.ts';
import { items, same, success } from '../expect.ts';
import type { Credentials } from '../wire.ts';
import type { World } from '../world.ts';

export type Letter = {
  readonly subject?: string;
  readonly text: string;
  /** Further lines of the header. */
  readonly headers?: string;
};

/** The content of a message that came by e-mail. */
export function byEmail(text: string): string {
  return `*By e-mail*\n\n${text}`;
}

/** Sends an e-mail to the server, which acknowledges it. */
export async function mailTo(w: World, to: string, letter: Letter): Promise<void> {
  const { status, text } = await tryMail(w, w.own().mailPort, to, letter);
  same([status, status === 250 ? '' : text], [250, ''], 'the answer to the e-mail');
}

export function tryMail(
  w: World,
  port: number,
  to: string,
  { subject = '', text, headers = '' }: Letter,
): Promise<SmtpAnswer> {
  const id = `Message-ID: <${w.unique('m')}@example.org>`;
  return sendRawMail(port, to, `${id}\nSubject: ${subject}\n${headers}\n${text}`);
}

/** Sender and content of the newest message of a topic. */
export async function newest(w: World, as: Credentials, { id }: Room, topic: string): Promise<unknown[]> {
  const narrow = [
    { operator: 'channel', operand: id },
    { operator: 'topic', operand: topic },
  ];
  const query = { narrow, anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
  const [message] = items(success(await w.ask('GET', '/messages', { as, query })), 'messages');
  return [message?.['sender_id'], message?.['content']];
}
