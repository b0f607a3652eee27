import { freePort } from '@parley/test-support/free-port.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import { sendFrom, type Account, type Call, type Send } from './client.ts';
import { startNode, type NodeProcess } from './node-process.ts';
import type { PlantedHole } from './planted-holes.ts';

export const HOST = 'parley.test';
export const EVIL_HOST = 'evil.parley.test';
export const PASSWORD = 'correct horse battery staple';
const MAIL_FROM = 'chat@parley.test';
const GATEWAY = '%s@in.parley.test';
const SECRET = 'a secret for tests that is long enough';

/** Role numbers of the API. */
export const OWNER = 100;
export const ADMINISTRATOR = 200;
export const MEMBER = 400;
export const GUEST = 600;

export type Place = 'victim' | 'evil';

/** An organization with victims and one of an attacker, on a node that is attacked. */
export type Stage = {
  readonly url: string;
  readonly node: NodeProcess;
  readonly mailbox: Mailbox;
  /** The port at which the node receives e-mail. */
  readonly mailPort: number;
  /** The same database, for preparations and to look for traces of a success. */
  readonly server: TestServer;
  /** Sends a request from the address of this attack. */
  readonly send: Send;
  /** A sender at another address. */
  readonly from: (address: string) => Send;
  /** Another node of the same installation, with settings of its own; the attack stops it. */
  readonly nodeWith: (environment: Readonly<Record<string, string>>) => Promise<NodeProcess>;
  /** A fresh account with `PASSWORD`; the organization of the victims unless told otherwise. */
  readonly account: (role?: Role, place?: Place) => Promise<Account>;
  /** An organization that an attack may destroy, and its owner. */
  readonly organization: () => Promise<Account>;
};

export type OpenedStage = {
  /** The stage of the attack with this number, with an address of its own. */
  stageOf(number: number): Stage;
  readonly node: NodeProcess;
  close(): Promise<void>;
};

export async function openStage(hole?: PlantedHole): Promise<OpenedStage> {
  const mailbox = await startMailbox();
  // Either process may send a notification, so both have the same settings of e-mail.
  const server = await startTestServer((config) => ({
    ...config,
    mail: { url: mailbox.url, from: MAIL_FROM },
    mailGateway: {
      pattern: GATEWAY,
      listen: { address: '127.0.0.1', port: 0 },
      replyDays: 7,
      authservId: undefined,
    },
  }));
  const mailPort = await freePort();
  const settings = {
    PARLEY_DATABASE_URL: server.databaseUrl,
    PARLEY_SECRET: SECRET,
    PARLEY_EXTERNAL_HOST: HOST,
    PARLEY_URL_SCHEME: 'http',
    PARLEY_SMTP_URL: mailbox.url,
    PARLEY_MAIL_FROM: MAIL_FROM,
    ...hole?.environment,
  };
  const node = await startNode({
    ...settings,
    PARLEY_MAIL_GATEWAY: GATEWAY,
    PARLEY_MAIL_GATEWAY_PORT: String(mailPort),
  });
  const passwordHash = await hashPassword(PASSWORD);
  const evilRealm = await server.realm('evil');
  let accounts = 0;
  let organizations = 0;
  const accountIn = async (realmId: number, host: string, role: Role): Promise<Account> => {
    accounts += 1;
    const email = `account${accounts}@example.com`;
    const fullName = `Account ${accounts}`;
    return { ...(await server.user({ realmId, passwordHash, host, role, email, fullName })), host };
  };
  const from = (address: string): Send => throughHole(sendFrom(node.url, address), hole);
  return {
    node,
    stageOf: (number) => ({
      url: node.url,
      node,
      mailbox,
      mailPort,
      server,
      send: from(`127.1.${Math.floor(number / 250)}.${(number % 250) + 1}`),
      from,
      nodeWith: (environment) => startNode({ ...settings, ...environment }),
      account: (role = MEMBER, place = 'victim') =>
        place === 'victim' ? accountIn(server.realmId, HOST, role) : accountIn(evilRealm, EVIL_HOST, role),
      organization: async () => {
        organizations += 1;
        const name = `short-lived-${number}-${organizations}`;
        return accountIn(await server.realm(name), `${name}.${HOST}`, OWNER);
      },
    }),
    close: async () => {
      await node.stop();
      await server.stop();
      await mailbox.stop();
    },
  };
}

function throughHole(send: Send, hole: PlantedHole | undefined): Send {
  if (hole === undefined) return send;
  return async (path: string, call: Call = {}) => {
    const changed = hole.request?.(path, call) ?? { path, call };
    const answer = await send(changed.path, changed.call);
    return hole.answer?.(answer) ?? answer;
  };
}
