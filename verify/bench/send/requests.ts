import type { SideOrganization } from './side-process.ts';
import { textAt } from './texts.ts';

const TOPICS = 20;
const EACH = 60;

/** Requests of each connection: a member sends to all channels in turn, to several topics of each. */
export function sendRequests(organizations: readonly SideOrganization[], connections: number): string[][] {
  return Array.from({ length: connections }, (_, line) => {
    const organization = organizations[line % organizations.length];
    if (organization === undefined) return [];
    const { members, channels } = organization;
    const turn = Math.floor(line / organizations.length);
    const member = members[turn % members.length];
    return Array.from({ length: EACH }, (_unused, n) => {
      const channel = channels[(line + n) % channels.length];
      const body = new URLSearchParams({
        type: 'channel',
        to: String(channel?.id ?? 0),
        topic: `topic ${(line * 7 + n) % TOPICS}`,
        content: textAt(line + n),
      }).toString();
      return `POST /api/v1/messages HTTP/1.1\r\n${member?.headers ?? ''}content-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    });
  });
}
