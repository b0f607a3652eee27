import { quantile } from '../support/figures.ts';
import { MEMBERS, ROOMS, type RoomMember, type Peer } from './peer.ts';

/** Members of each room who wait for their message to reach everybody before they send the next. */
const SENDERS = 4;
const LIMIT_MS = 60_000;

export type Talk = {
  readonly messages: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
};

type Message = { readonly sentAt: number; left: number; readonly reached: () => void };

/** Everybody in their rooms, and what it takes until a message has reached all of them. */
export class RoomCrowd {
  readonly #rooms: RoomMember[][] = [];
  readonly #messages = new Map<number, Message>();
  readonly #readers: number;
  #count = 0;
  #milliseconds: number[] = [];

  private constructor(readers: number) {
    this.#readers = readers;
  }

  static async join(peer: Peer): Promise<RoomCrowd> {
    const crowd = new RoomCrowd(peer.echoes ? MEMBERS : MEMBERS - 1);
    for (let room = 0; room < ROOMS; room += 1) {
      const members: RoomMember[] = [];
      for (let place = 0; place < MEMBERS; place += 1)
        members.push(await peer.join(room, place, crowd.#listener()));
      crowd.#rooms.push(members);
    }
    return crowd;
  }

  /** As many messages as go through. */
  async atFullRate(seconds: number): Promise<Talk> {
    return this.#measure(async () => {
      const end = performance.now() + seconds * 1000;
      await Promise.all(
        this.#rooms.flatMap((members) =>
          members.slice(0, SENDERS).map(async (member) => {
            while (performance.now() < end) await this.#say(member);
          }),
        ),
      );
    });
  }

  /** Messages at a rate, each a little early or late, so that no period of a server meets that of the senders. */
  async atRate(perSecond: number, seconds: number): Promise<Talk> {
    return this.#measure(async () => {
      const begun = performance.now();
      const said: Promise<void>[] = [];
      for (let n = 0; n < perSecond * seconds; n += 1) {
        const due = begun + ((n + jitter(n)) * 1000) / perSecond;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
        const member = this.#rooms[n % ROOMS]?.[Math.floor(n / ROOMS) % SENDERS];
        if (member !== undefined) said.push(this.#say(member));
      }
      await Promise.all(said);
    });
  }

  leave(): void {
    for (const member of this.#rooms.flat()) member.leave();
  }

  async #measure(work: () => Promise<void>): Promise<Talk> {
    const before = this.#count;
    this.#milliseconds = [];
    const begun = performance.now();
    await work();
    return {
      messages: this.#count - before,
      seconds: (performance.now() - begun) / 1000,
      p50: quantile(this.#milliseconds, 0.5),
      p99: quantile(this.#milliseconds, 0.99),
    };
  }

  /** Resolves when every member of the room has the message. */
  #say(member: RoomMember): Promise<void> {
    const n = (this.#count += 1);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`Message ${n} did not reach everybody within a minute.`));
      }, LIMIT_MS);
      const reached = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#messages.set(n, { sentAt: performance.now(), left: this.#readers, reached });
      member.say(`The release is out, thank you all for the careful reviews ~${n}~`);
    });
  }

  /** Finds the numbers of messages in what a member receives, in pieces of any size. */
  #listener(): (text: string) => void {
    let rest = '';
    return (piece) => {
      const text = rest + piece;
      let end = 0;
      for (const match of text.matchAll(/~(\d+)~/g)) {
        end = match.index + match[0].length;
        this.#received(Number(match[1]));
      }
      rest = text.slice(Math.max(end, text.length - MAX_MARK));
    };
  }

  #received(n: number): void {
    const message = this.#messages.get(n);
    if (message === undefined) throw new Error(`Message ${n} arrived more often than it has readers.`);
    this.#milliseconds.push(performance.now() - message.sentAt);
    message.left -= 1;
    if (message.left > 0) return;
    this.#messages.delete(n);
    message.reached();
  }
}

/** The longest beginning of a mark that a piece can end with. */
const MAX_MARK = 12;

/** From −0.5 to 0.5, the same in each run. */
function jitter(n: number): number {
  return ((n * 0.618_033_988_75) % 1) - 0.5;
}
