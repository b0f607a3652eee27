import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../clock.ts';
import { MailRefusedError } from './incoming-mail.ts';

/** Decides about incoming e-mail. Both throw `MailRefusedError`; after other errors the sender tries again. */
export type MailHandler = {
  /** Called with each recipient, before the e-mail is transferred; returns the organization. */
  admit(recipient: string): Promise<number>;
  /** The e-mail is acknowledged when this returns. */
  deliver(recipient: string, raw: Uint8Array): Promise<void>;
  report(error: unknown): void;
  readonly clock: Pick<Clock, 'after'>;
};

export type MailListener = { readonly port: number; close(): Promise<void> };

const MAX_MAIL_BYTES = 25 * 1024 * 1024;
/** E-mails that are being received, all together. */
const MAX_BUFFERED_BYTES = 4 * MAX_MAIL_BYTES;
/** E-mails of one organization that are being received or wait to be read. */
const MAX_REALM_BUFFERED_BYTES = 2 * MAX_MAIL_BYTES;
const MAX_CONNECTIONS = 50;
const IDLE_TIMEOUT_MS = 60_000;
/** A connection ends after this time even in the middle of an e-mail, which is then sent again. */
const MAX_CONNECTION_MS = 600_000;
const CLOSE_TIMEOUT_MS = 4_000;

/** A mail server that takes e-mail for the addresses that `admit` accepts. It relays nothing. */
export async function startMailListener(
  { address, port }: { readonly address: string; readonly port: number },
  handler: MailHandler,
): Promise<MailListener> {
  const buffered = createBuffered();
  const server = new SMTPServer({
    // The mail server of the operator is in front: it speaks TLS with the world and filters spam.
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    size: MAX_MAIL_BYTES,
    rejectOversized: true,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: IDLE_TIMEOUT_MS,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onRcptTo: ({ address: recipient }, session, callback) => {
      void settle(admitOnly(handler, buffered, session, recipient), handler, callback);
    },
    onData: (stream, session, callback) => {
      void settle(receive(handler, buffered, stream, session), handler, callback);
    },
  });
  // Connections that break are no errors of this server.
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    const cancel = handler.clock.after(MAX_CONNECTION_MS, () => {
      socket.destroy();
    });
    socket.once('close', cancel);
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, address, resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

/** An e-mail has one recipient, so that one answer fits: a mail server sends the others again. */
async function admitOnly(
  handler: MailHandler,
  buffered: Buffered,
  session: SMTPServerSession,
  recipient: string,
): Promise<void> {
  if (session.envelope.rcptTo.length > 0)
    throw new MailRefusedError(452, 'Send the e-mail to one recipient at a time.');
  buffered.realms.set(session, await handler.admit(recipient));
}

/** Bytes of e-mails in memory, in all and by organization. */
type Buffered = {
  readonly bytes: Map<number | 'all', number>;
  /** The organization of the admitted recipient. */
  readonly realms: WeakMap<SMTPServerSession, number>;
};

function createBuffered(): Buffered {
  return { bytes: new Map(), realms: new WeakMap() };
}

function bytesOf({ bytes }: Buffered, whose: number | 'all'): number {
  return bytes.get(whose) ?? 0;
}

function addBytes(buffered: Buffered, realmId: number, count: number): void {
  for (const whose of ['all', realmId] as const) {
    const sum = bytesOf(buffered, whose) + count;
    if (sum === 0) buffered.bytes.delete(whose);
    else buffered.bytes.set(whose, sum);
  }
}

function hasRoom(buffered: Buffered, realmId: number, count: number): boolean {
  return (
    bytesOf(buffered, 'all') + count <= MAX_BUFFERED_BYTES &&
    bytesOf(buffered, realmId) + count <= MAX_REALM_BUFFERED_BYTES
  );
}

async function receive(
  handler: MailHandler,
  buffered: Buffered,
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
): Promise<void> {
  const realmId = buffered.realms.get(session) ?? 0;
  const chunks: Buffer[] = [];
  let size = 0;
  let isRefused = false;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // The rest of a refused e-mail is read and dropped, because the answer follows its end.
      isRefused ||= stream.sizeExceeded || !hasRoom(buffered, realmId, chunk.length);
      if (isRefused) continue;
      chunks.push(chunk);
      size += chunk.length;
      addBytes(buffered, realmId, chunk.length);
    }
    // The library itself answers e-mails that are too large.
    if (stream.sizeExceeded) return;
    if (isRefused)
      throw new MailRefusedError(452, 'The server receives too much e-mail now. Try again later.');
    const [recipient] = session.envelope.rcptTo;
    if (recipient !== undefined) await handler.deliver(recipient.address, Buffer.concat(chunks));
  } finally {
    addBytes(buffered, realmId, -size);
  }
}

async function settle(
  work: Promise<void>,
  handler: MailHandler,
  answer: (error?: Error) => void,
): Promise<void> {
  try {
    await work;
    answer();
  } catch (error) {
    if (!(error instanceof MailRefusedError)) handler.report(error);
    answer(error instanceof MailRefusedError ? error : unavailable());
  }
}

function unavailable(): MailRefusedError {
  return new MailRefusedError(451, 'The server cannot take the e-mail now. Try again later.');
}
