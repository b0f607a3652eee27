/** Something about a message that is open over the list. */
export type DeskTask = {
  readonly kind: DeskTaskKind;
  readonly messageId: number;
  /** The element that it belongs to. */
  readonly anchor: HTMLElement;
};

export type DeskTaskKind =
  | 'actions'
  | 'react'
  | 'history'
  | 'receipts'
  | 'move'
  | 'delete'
  | 'remind'
  | 'picture';
