import { entryOf, type Integration } from '../integration.ts';
import { link, paragraphs, quote } from '../markdown.ts';

type Transition = { readonly event: string; readonly icon: string };

const TRIGGERED: Transition = { event: 'triggered', icon: ':rotating_light:' };
const WARNED: Transition = { event: 'warned', icon: ':warning:' };
const WITHOUT_DATA: Transition = { event: 'no_data', icon: ':warning:' };
const RECOVERED: Transition = { event: 'recovered', icon: ':check:' };
/** An event that is not about the state of a monitor. */
const OTHER: Transition = { event: 'event', icon: ':info:' };

/** The words of Datadog for what happened to a monitor. */
const TRANSITIONS: Readonly<Record<string, Transition>> = {
  triggered: TRIGGERED,
  're-triggered': TRIGGERED,
  renotify: TRIGGERED,
  warn: WARNED,
  're-warn': WARNED,
  'no data': WITHOUT_DATA,
  're-no data': WITHOUT_DATA,
  recovered: RECOVERED,
};

export const datadog: Integration = {
  name: 'datadog',
  displayName: 'Datadog',
  events: [...new Set([...Object.values(TRANSITIONS), OTHER].map(({ event }) => event))],
  options: [],
  about:
    'Posts alerts, warnings and recoveries of monitors, and other events. The default payload works; with a `link` in it, messages lead to Datadog.',
  setup:
    'In Integrations choose Webhooks, and add one with the address as URL. Add `"link": "$LINK"` to its payload, and `@webhook-` with its name to the message of a monitor.',
  compose: ({ payload }) => {
    const title = payload.text('title');
    const { marks, name } = titleParts(title);
    const words = [payload.textIf('alert_transition') ?? '', ...marks];
    const { event, icon } =
      words.map((word) => entryOf(TRANSITIONS, transitionWord(word))).find((one) => one !== undefined) ??
      OTHER;
    const body = (payload.textIf('body') ?? '').replaceAll('%%%', '');
    return [
      {
        event,
        topic: name === '' ? title : name,
        content: paragraphs(`${icon} ${link(title, payload.textIf('link'))}`, quote(body)),
      },
    ];
  },
};

/** Marks that a title is searched for; Datadog writes a priority, and a transition. */
const MAX_MARKS = 3;
const MARK = /^\[([^[\]]*)\]\s*/;

/** The marks before a title, and the name after them: `[P2] [Warn on {host:a}] Disk is full`. */
function titleParts(title: string): { readonly marks: readonly string[]; readonly name: string } {
  const marks: string[] = [];
  let name = title.trim();
  for (let found = MARK.exec(name); found !== null && marks.length < MAX_MARKS; found = MARK.exec(name)) {
    marks.push(found[1] ?? '');
    name = name.slice(found[0].length);
  }
  return { marks, name };
}

/** `warn` of `Warn on {host:a}`. */
function transitionWord(mark: string): string {
  return (mark.split(' on ', 1)[0] ?? '').trim().toLowerCase();
}
