/** Facts about the reader that change how a message looks. */
export type ContentSettings = {
  readonly selfId: number;
  /** Groups that contain the reader. */
  readonly groupIds: ReadonlySet<number>;
  /** Undefined where the language decides. */
  readonly hasTwelveHours: boolean | undefined;
  /** Emoji are shown by their names. */
  readonly hasTextEmoji: boolean;
  /** Cards of linked pages are shown. */
  readonly hasCards: boolean;
  readonly nameOf: (userId: number) => string | undefined;
  readonly hasPlayground: (language: string) => boolean;
};
