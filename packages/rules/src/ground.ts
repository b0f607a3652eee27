import type { Received } from '@parley/test-support/mailbox.ts';
import type { Receiver } from '@parley/test-support/receiver.ts';
import type { Answer, Credentials } from './wire.ts';

export type User = Credentials & { readonly id: number; readonly name: string; readonly role: number };
export type UserSpec = {
  readonly role?: number;
  readonly name?: string;
  readonly email?: string;
  /** Roles that see the real address: 1 everyone, 2 members, 5 moderators, 3 administrators, 4 nobody. */
  readonly visibility?: number;
};

export type Organization = {
  readonly host: string;
  owner(): Promise<User>;
  makeUser(spec: UserSpec & { name: string }): Promise<User>;
  removeUser(user: User): Promise<unknown>;
};

/** The servers that the rules are checked against: our own, or one given by its address. */
export type Ground = {
  readonly url: string;
  readonly own: OwnServers | undefined;
  /** Whether what rules make has to be removed again. */
  readonly cleansUp: boolean;
  /** How long an event may take from its cause to its queue. */
  readonly eventDelayMs: number;
  organization(): Promise<Organization>;
  stop(): Promise<void>;
};

/** A right that only the operator can give. */
export type OperatorFlag = 'can_create_users' | 'can_change_user_emails';

export type OwnServers = {
  readonly externalHost: string;
  /** The same database behind a server that limits rates. */
  limited(): Promise<string>;
  /** The same for one rule alone, which uses up what an address may ask. */
  ownLimited(): Promise<string>;
  /** The same database behind a server whose heartbeats come as early as they may. */
  earlyHeartbeats(): Promise<string>;
  /** The same database behind a server whose clock is so many seconds ahead. */
  ahead(seconds: number): Promise<string>;
  /** A server without an organization at its root domain, with the landing page on or off. */
  rootless(landingPage: boolean): Promise<string>;
  /** The same database behind a server whose users can log in with an identity provider. */
  signOn(): Promise<string>;
  /** The same database behind a server without a provider of video calls. */
  withoutCalls(): Promise<string>;
  /** The same database behind a server without a push service. */
  withoutPush(): Promise<string>;
  /** The same database behind a server that allows no web-public channels. */
  withoutWebPublic(): Promise<string>;
  /** The same database behind a server with a provider of video calls that works. */
  calls(): Promise<CallServer>;
  /** The same with a provider of the rule's own, which follows its orders. */
  ownCalls(): Promise<CallServer>;
  /** The e-mails that an address has received. */
  emailsTo(address: string): readonly Received[];
  /** The port at which the server receives e-mail. */
  readonly mailPort: number;
  /** The same of a server with rate limits. */
  limitedMailPort(): Promise<number>;
  /** A service for webhooks at an address that the servers may call. */
  receiver(): Promise<Receiver>;
  grant(user: User, flag: OperatorFlag): Promise<void>;
  /** Seconds and count, as `60:200`. */
  limitRate(user: User, rule: string): Promise<void>;
  setAvatarSource(user: User, source: 'G' | 'J' | 'U'): Promise<void>;
  /** A state of an account that only an import or the operator brings about. */
  mark(user: User, state: 'is_imported_stub' | 'is_deleted'): Promise<void>;
  /** Leaves a bot without an owner, as old bots are. */
  removeOwner(bot: User): Promise<void>;
  deactivateOrganization(host: string): Promise<void>;
};

export type CallServer = {
  readonly url: string;
  /** Takes the browser's steps for a user, who then has a token. */
  connect(user: User, host: string): Promise<Answer>;
  /** Sets the behavior of the provider from now on. */
  behave(how: 'well' | 'refuse-token' | 'fail' | 'refuse-room'): void;
};
