import { useActionState } from 'react';
import { DoorError } from '../../data/session/call.ts';
import { refusalOf } from './refusal.ts';

/** A form whose work may be refused: the reason, the action of the form, and whether it runs. */
export function useEntry(
  work: (form: FormData) => Promise<void>,
): readonly [string | undefined, (form: FormData) => void, boolean] {
  return useActionState<string | undefined, FormData>(async (_, form) => {
    try {
      await work(form);
      return undefined;
    } catch (error) {
      // Only a log-in is refused because of a password.
      const isCode = error instanceof DoorError && error.code === 'AUTHENTICATION_FAILED';
      return isCode ? error.message : refusalOf(error);
    }
  }, undefined);
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
