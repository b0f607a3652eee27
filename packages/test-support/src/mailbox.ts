import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type Received = {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly messageId: string;
};

/** How the mail server is to behave: takes letters, or answers with a status to some step. */
export type MailboxBehavior = 'open' | { at: 'connect' | 'recipient' | 'data'; status: number };

export type Mailbox = {
  /** For `PARLEY_SMTP_URL`. */
  readonly url: string;
  readonly emails: readonly Received[];
  behaviour: MailboxBehavior;
  /** Number of connections that delivered something. */
  readonly visits: number;
  /** The first letter to an address that is not among those `before`, as soon as it is there. */
  emailTo(address: string, before?: readonly Received[]): Promise<Received>;
  stop(): Promise<void>;
};

/** Long enough for a busy machine, shorter than a test may take. */
const PATIENCE_MS = 20_000;

/** A real SMTP server on the loopback that keeps what it is given. */
export async function startMailbox(login?: { user: string; password: string }): Promise<Mailbox> {
  const emails: Received[] = [];
  const watchers = new Set<() => void>();
  let visits = 0;
  const refusal = (at: 'connect' | 'recipient' | 'data'): Error | undefined => {
    const { behaviour } = mailbox;
    if (behaviour === 'open' || behaviour.at !== at) return undefined;
    return Object.assign(new Error('not today'), { responseCode: behaviour.status });
  };
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: ['STARTTLS', ...(login === undefined ? ['AUTH' as const] : [])],
    allowInsecureAuth: true,
    onConnect: (_session, callback) => {
      visits += 1;
      callback(refusal('connect'));
    },
    onAuth: ({ username, password }, _session, callback) => {
      if (username === login?.user && password === login?.password) callback(null, { user: username });
      else callback(new Error('who are you?'));
    },
    // Connections are kept, and so is the refusal.
    onMailFrom: (_address, _session, callback) => {
      callback(refusal('connect'));
    },
    onRcptTo: (_address, _session, callback) => {
      callback(refusal('recipient'));
    },
    onData: (stream, session, callback) => {
      void (async () => {
        const mail = await parsed(stream);
        const refused = mail === undefined ? new Error('The e-mail is incomplete.') : refusal('data');
        if (mail !== undefined && refused === undefined)
          emails.push({
            to: session.envelope.rcptTo[0]?.address ?? '',
            from: mail.from?.address ?? '',
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html ?? '',
            headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
            messageId: mail.messageId ?? '',
          });
        callback(refused);
        for (const look of watchers) look();
      })();
    },
  });
  // Connections of nodes that are killed break.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const credentials =
    login === undefined ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@`;
  const mailbox: Mailbox = {
    url: `smtp://${credentials}127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    emails,
    behaviour: 'open',
    get visits() {
      return visits;
    },
    emailTo: (address, before = []) =>
      new Promise((resolve, reject) => {
        const give = setTimeout(() => {
          watchers.delete(look);
          reject(new Error(`No letter to ${address} came.`));
        }, PATIENCE_MS);
        const look = (): void => {
          const found = emails.find((email) => email.to === address && !before.includes(email));
          if (found === undefined) return;
          clearTimeout(give);
          watchers.delete(look);
          resolve(found);
        };
        watchers.add(look);
        look();
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
  return mailbox;
}

/** Undefined if the sender ended in the middle of the e-mail. */
async function parsed(stream: Readable): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(await buffer(stream));
  } catch {
    return undefined;
  }
}
