/** A channel as far as it decides who reads it. */
export type ReadChannel = {
  readonly isPrivate: boolean;
  readonly isWebPublic: boolean;
  readonly members: readonly number[];
};

export type SightChange = {
  /** People of the old channel who cannot read the new one. */
  readonly losing: readonly number[];
  /** People of the new channel who could not read the old one. */
  readonly gaining: readonly number[];
  /** All other members could read it, and no longer can. */
  readonly closes: boolean;
  /** All other members could not read it, and can now. */
  readonly opens: boolean;
};

/** Users who can no longer read messages that move from one channel to another, and users who can then. */
export function sightChange(from: ReadChannel, to: ReadChannel, guestIds: ReadonlySet<number>): SightChange {
  const reads = (channel: ReadChannel) => {
    const members = new Set(channel.members);
    return (id: number): boolean =>
      members.has(id) || channel.isWebPublic || (!channel.isPrivate && !guestIds.has(id));
  };
  const readsOld = reads(from);
  const readsNew = reads(to);
  return {
    losing: from.members.filter((id) => !readsNew(id)),
    gaining: to.members.filter((id) => !readsOld(id)),
    closes: !from.isPrivate && to.isPrivate,
    opens: from.isPrivate && !to.isPrivate,
  };
}
