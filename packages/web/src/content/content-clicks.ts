/** A control inside a message that was chosen by click or key. */
export type ContentClick = {
  /** Value of `data-do`. */
  readonly action: string;
  readonly control: HTMLElement;
  /** Undefined in rows of the outbox. */
  readonly messageId: number | undefined;
};

/** The control of a message under an event; one handler on the list serves all rows. */
export function contentClickOf(target: EventTarget | null): ContentClick | undefined {
  const control = target instanceof Element ? target.closest<HTMLElement>('[data-do]') : null;
  const action = control?.dataset['do'];
  if (control === null || action === undefined) return undefined;
  const id = Number(control.closest<HTMLElement>('article')?.dataset['id']);
  return { action, control, messageId: id > 0 ? id : undefined };
}

/** Whether a key press chooses a control that is no button or link by itself. */
export function isChoice(event: { readonly key: string; readonly target: EventTarget | null }): boolean {
  return (
    (event.key === 'Enter' || event.key === ' ') &&
    event.target instanceof Element &&
    event.target.matches('span[role=button]')
  );
}
