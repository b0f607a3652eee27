/** The reason why the reader may not do something. */
export type Refusal = {
  readonly reason: string;
  /** The permission of the organization that would allow it, if there is one. */
  readonly permission?: string;
};
