import { dateAndTime, fullTime } from '../words/dates.ts';
import { iconElement } from './elements.ts';
import type { ContentSettings } from './settings.ts';
import styles from './text.module.css';

/** Times that were written for all time zones are shown in the reader's own. */
export function dressTimes(nodes: ParentNode, { hasTwelveHours }: ContentSettings): void {
  for (const time of nodes.querySelectorAll('time')) {
    const timestamp = Date.parse(time.dateTime) / 1000;
    if (Number.isNaN(timestamp)) continue;
    time.dataset['tip'] = fullTime(timestamp, hasTwelveHours);
    time.className = styles['time'] ?? '';
    time.replaceChildren(iconElement('clock'), dateAndTime(timestamp, hasTwelveHours));
  }
}
