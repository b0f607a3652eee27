import type { Mailbox } from '@parley/test-support/mailbox.ts';
import type { PushService } from '@parley/test-support/push-service.ts';
import type { Model } from './model.ts';
import type { Organization, RealUser } from './organization.ts';

/** E-mails and pushes that arrived, once for each id. */
export type Received = { readonly emails: string[]; readonly pushes: string[]; readonly repeated: number };

/** The differences between what users received and what they should have received. */
export function differences(
  organization: Organization,
  model: Model,
  mailbox: Mailbox,
  pushService: PushService,
): { readonly problems: string[]; readonly repeated: number } {
  const problems: string[] = [];
  let repeated = 0;
  for (const [index, user] of organization.users.entries()) {
    const received = receivedBy(organization, user, mailbox, pushService);
    const expected = model.users[index];
    repeated += received.repeated;
    for (const kind of ['emails', 'pushes'] as const) {
      const real = received[kind].toSorted();
      const wanted = (expected?.[kind] ?? []).toSorted();
      if (real.join(' | ') !== wanted.join(' | '))
        problems.push(`user ${index}, ${kind}: [${real.join(' | ')}] instead of [${wanted.join(' | ')}]`);
    }
  }
  return { problems, repeated };
}

function receivedBy(
  { messageIds }: Organization,
  { email, device }: RealUser,
  mailbox: Mailbox,
  pushService: PushService,
): Received {
  const sent = mailbox.emails.filter(({ to }) => to === email);
  const emails = new Map(sent.map(({ messageId, text }) => [messageId, numbersIn(text)]));
  const numberOf = (id: unknown): number => messageIds.indexOf(Number(id));
  const pushed = pushService.received
    .filter(({ device: to }) => to.endpoint === device?.endpoint)
    .map(({ payload }) =>
      payload['type'] === 'message'
        ? `message ${numberOf(payload['message_id'])}`
        : `remove ${(payload['message_ids'] as number[])
            .map(numberOf)
            .toSorted((a, b) => a - b)
            .join()}`,
    );
  const pushes = new Set(pushed);
  return {
    emails: [...emails.values()],
    pushes: [...pushes],
    repeated: sent.length - emails.size + pushed.length - pushes.size,
  };
}

/** The numbers of the messages in an e-mail, without those that are shown as its context. */
function numbersIn(text: string): string {
  const news = text.slice(text.indexOf('\nNew:\n') + 1);
  return Array.from(news.matchAll(/\bm(\d+)x/g), ([, number]) => Number(number))
    .toSorted((a, b) => a - b)
    .join();
}
