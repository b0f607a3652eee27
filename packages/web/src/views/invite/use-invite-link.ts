import { useEffect, useState } from 'react';
import {
  createInviteLink,
  readInvites,
  revokeInvite,
  type InviteTerms,
} from '../../data/actions/invite-actions.ts';
import type { Chat } from '../../data/chat.ts';
import { failureText } from '../../words/failure-text.ts';

export type InviteLink =
  | { readonly kind: 'making' }
  | { readonly kind: 'made'; readonly url: string; readonly isCopied: boolean }
  | { readonly kind: 'failed'; readonly reason: string };

/** The link of the terms, per chat: opening the sheet again shows the same one. */
const kept = new WeakMap<Chat, { readonly terms: string; readonly url: string }>();

/**
 * Makes and copies a link for the terms, and another one when they change; the one before is revoked, because it promised
 * something else. Terms that are undefined make none.
 */
export function useInviteLink(chat: Chat, terms: InviteTerms | undefined, onChange: () => void): InviteLink {
  const [link, setLink] = useState<InviteLink>({ kind: 'making' });
  const wanted = terms === undefined ? undefined : JSON.stringify(terms);
  useEffect(() => {
    if (wanted === undefined) return;
    let isCurrent = true;
    const make = async (): Promise<void> => {
      try {
        const url = await linkFor(chat, wanted);
        const isCopied = await copy(url);
        if (!isCurrent) return;
        setLink({ kind: 'made', url, isCopied });
        onChange();
      } catch (error) {
        const reason = failureText(error);
        if (isCurrent) setLink({ kind: 'failed', reason });
      }
    };
    // One at a time: a link that is overtaken is known before it is replaced.
    turn = turn.then(make);
    return () => {
      isCurrent = false;
    };
  }, [chat, wanted, onChange]);
  return link;
}

let turn: Promise<void> = Promise.resolve();

async function linkFor(chat: Chat, wanted: string): Promise<string> {
  const before = kept.get(chat);
  const invites = before === undefined ? [] : await readInvites(chat);
  const old = invites.find(({ link_url: url }) => url !== undefined && url === before?.url);
  if (before?.terms === wanted && old !== undefined) return before.url;
  const url = await createInviteLink(chat, JSON.parse(wanted) as InviteTerms);
  kept.set(chat, { terms: wanted, url });
  if (old !== undefined) await revokeInvite(chat, old);
  return url;
}

/** Browsers may refuse; the button remains. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
