import { useEffect, useState } from 'react';
import type { LinkifierRule, RecentText } from '../../../data/actions/linkifier-actions.ts';
import { after } from '../../../data/clock.ts';
import { countPlaces, dryRun, type DryRun } from './dry-run.ts';

/** Pause of the user after which a rule is tried. */
const PAUSE_MS = 250;

type Tried = { readonly rule: LinkifierRule; readonly result: DryRun };

/** Where a rule would make links; undefined while that is not known, and for no rule. */
export function useDryRun(
  rule: LinkifierRule | undefined,
  messages: readonly RecentText[] | undefined,
): DryRun | undefined {
  const [tried, setTried] = useState<Tried>();
  const { pattern, url_template: address } = rule ?? {};
  useEffect(() => {
    if (pattern === undefined || address === undefined || messages === undefined) return undefined;
    const controller = new AbortController();
    const asked = { pattern, url_template: address };
    const stop = after(PAUSE_MS, () => {
      void (async () => {
        const result = await dryRun(asked, messages, controller.signal);
        if (result !== undefined) setTried({ rule: asked, result });
      })();
    });
    return () => {
      stop();
      controller.abort();
    };
  }, [pattern, address, messages]);
  const isCurrent = tried?.rule.pattern === pattern && tried?.rule.url_template === address;
  return isCurrent ? tried?.result : undefined;
}

/** Links in recent messages by linkifier; undefined until they are counted. */
export function usePlaces(
  rules: readonly LinkifierRule[],
  messages: readonly RecentText[] | undefined,
): readonly number[] | undefined {
  const [counted, setCounted] = useState<readonly number[]>();
  useEffect(() => {
    if (messages === undefined) return undefined;
    const controller = new AbortController();
    void (async () => {
      const counts = await countPlaces(rules, messages, controller.signal);
      if (counts !== undefined) setCounted(counts);
    })();
    return () => controller.abort();
  }, [rules, messages]);
  return counted;
}
