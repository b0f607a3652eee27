import { MailRefusedError } from '../../engine/mail/incoming/incoming-mail.ts';
import type { MailListener } from '../../engine/mail/incoming/mail-listener.ts';
import type { World } from '../../http/world.ts';
import { admitRecipient } from './admit.ts';
import { deliverMail } from './deliver-mail.ts';
import { createMailReader } from './mail-reader.ts';

/** Receives e-mail if the operator has configured it; undefined if not. */
export async function startMailGateway(world: World): Promise<MailListener | undefined> {
  const { mailGateway } = world.config;
  if (mailGateway === undefined) return undefined;
  // The library is loaded only where e-mail is received.
  const { startMailListener } = await import('../../engine/mail/incoming/mail-listener.ts');
  const reader = createMailReader(world.clock, world.random);
  const listener = await startMailListener(mailGateway.listen, {
    admit: (recipient) => counted(world, () => admitRecipient(world, recipient)),
    deliver: (recipient, raw) =>
      counted(world, async () => {
        const outcome = await deliverMail(world, reader, recipient, raw);
        world.metrics.receivedMail(outcome);
      }),
    report: (error) => {
      world.report(error, 'receive e-mail');
    },
    clock: world.clock,
  });
  return {
    port: listener.port,
    close: async () => {
      await listener.close();
      reader.close();
    },
  };
}

/** Counts and logs e-mails that are not taken, without their addresses, which are secret. */
async function counted<T>({ metrics, log }: World, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isRefused = error instanceof MailRefusedError;
    metrics.receivedMail(isRefused ? 'refused' : 'failed');
    if (isRefused) log.info({ status: error.responseCode, reason: error.message }, 'incoming e-mail refused');
    throw error;
  }
}
