import type { CommandId } from '../../keys/command-keys.ts';
import type { PresenceStatus } from '../../data/chat.ts';
import type { IconName } from '../../parts/icons.ts';

export type SuggestionSign =
  | {
      readonly kind: 'user';
      readonly userId: number;
      readonly name: string;
      readonly url: string | null | undefined;
      readonly presence?: PresenceStatus | undefined;
    }
  | { readonly kind: 'icon'; readonly icon: IconName; readonly hue?: number }
  | { readonly kind: 'group' }
  | { readonly kind: 'emoji'; readonly text: string | undefined; readonly url: string | undefined };

/** A row of a completion list and the text that it stands for. */
export type Suggestion = {
  readonly key: string;
  readonly sign: SuggestionSign;
  readonly title: string;
  /** The title stands for something without a name. */
  readonly isUnnamed?: boolean;
  /** Parts of the title that the query matched. */
  readonly marks: readonly (readonly [from: number, to: number])[];
  /** Quiet text behind the title. */
  readonly detail?: string;
  /** Quiet text at the end of the row. */
  readonly meta?: string;
  /** Replaces the text from the start of the trigger to the caret. */
  readonly insert: string;
  /** Characters between the caret and the end of the inserted text. */
  readonly caretBack?: number;
  /** Action that takes the place of the text. */
  readonly runs?: CommandId;
  /** Completion goes on behind the inserted text. */
  readonly continues?: boolean;
};

/** Rows of a completion list. */
export const MAX_SUGGESTIONS = 8;
