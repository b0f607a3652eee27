import { uploadFile } from '@parley/contract/endpoints/uploads.ts';
import type { Cast } from './cast.ts';
import type { Conversation, SampleMessage } from './conversations/conversation.ts';
import { domeAtDusk, nightSky, openedMotor } from './pictures.ts';

const NIGHTS = `night,object,minutes,seeing
1,M31,40,2.1
2,M45,25,1.8
4,Jupiter,60,1.6
`;

const FILES: Readonly<Record<string, () => Buffer>> = {
  'sky over the harbour.png': nightSky,
  'cover-half-open.png': domeAtDusk,
  'motor.png': openedMotor,
  'nights.csv': () => Buffer.from(NIGHTS),
  'motor-log.txt': () => Buffer.from(motorLog()),
};

const LOG_SECONDS = 1_800;

function motorLog(): string {
  return Array.from({ length: LOG_SECONDS }, (_, second) => {
    const current = (1.2 + (second > 900 ? 1.3 : 0) + Math.sin(second / 40) / 10).toFixed(2);
    return `${String(second).padStart(5, '0')} motor=2 current=${current} A temperature=${(5 - second / 600).toFixed(1)} C\n`;
  }).join('');
}

/** Texts name files as `{file:name}`; the sender uploads each file, and its address takes the place of the name. */
export async function withFiles(cast: Cast, conversations: readonly Conversation[]): Promise<Conversation[]> {
  return Promise.all(
    conversations.map(async (conversation) => ({
      ...conversation,
      lines: await Promise.all(conversation.lines.map((line) => withUploads(cast, line))),
    })),
  );
}

async function withUploads(cast: Cast, [sender, text, ...details]: SampleMessage): Promise<SampleMessage> {
  let linked = text;
  for (const [mark, name = ''] of text.matchAll(/\{file:([^}]+)\}/g)) {
    const content = FILES[name]?.();
    if (content === undefined) throw new Error(`There is no file ${name}.`);
    const file = { name, content: new Blob([Buffer.from(content)]) };
    const { url } = await cast.as(sender.split(' ').at(-1) ?? '').call(uploadFile, {}, { file });
    linked = linked.replace(mark, url);
  }
  return [sender, linked, ...details];
}
