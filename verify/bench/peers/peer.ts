/** A chat server beside the others, with rooms that exist as soon as a member has joined. */
export type Peer = {
  readonly name: string;
  readonly pid: number;
  /** Whether a sender is told of what it sends. */
  readonly echoes: boolean;
  /** Joins a room; what the server tells goes to the listener. */
  join(room: number, place: number, listener: (text: string) => void): Promise<RoomMember>;
  stop(): Promise<void>;
};

export type RoomMember = {
  say(text: string): void;
  leave(): void;
};

export const ROOMS = 20;
export const MEMBERS = 25;
