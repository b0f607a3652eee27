import {
  addNavigationView,
  editNavigationView,
  removeNavigationView,
} from '@parley/contract/endpoints/navigation-views.ts';
import type { Chat } from '../chat.ts';

/** Searches that the user keeps are views of the navigation; each change rejects with the refusal of the server. */
export async function keepSearch({ client }: Chat, fragment: string, name: string): Promise<void> {
  await client.call(addNavigationView, { fragment, name, is_pinned: false });
}

export async function renameSearch({ client }: Chat, fragment: string, name: string): Promise<void> {
  await client.call(editNavigationView, { fragment, name });
}

export async function forgetSearch({ client }: Chat, fragment: string): Promise<void> {
  await client.call(removeNavigationView, { fragment });
}
