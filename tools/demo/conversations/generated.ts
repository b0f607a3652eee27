import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import type { Conversation, SampleMessage } from './conversation.ts';
import { LUNCH, NIGHT, PIPELINE_WORK, WORKSHOP, type Story } from './phrases.ts';

const SEED = 7;
const DAYS = 56;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** Weeks of everyday conversations, the same for every start. */
export function generatedConversations(): Conversation[] {
  const random = seeded(SEED);
  return [
    nightlyLog(random),
    nightlyRuns(random),
    ...nights(random),
    ...stories(random, 'dome', WORKSHOP, 30),
    ...stories(random, 'pipeline', PIPELINE_WORK, 16),
    ...lunches(random),
  ];
}

/** Three reports a night; the last one is of this morning. */
function nightlyLog(random: Seeded): Conversation {
  const lines: SampleMessage[] = [];
  for (let day = -DAYS; day <= 0; day += 1)
    for (const hour of [2, 6, 22]) {
      if (day === 0 && hour > 6) continue;
      const isLast = day === 0 && hour === 6;
      const wind = isLast ? 12 : 1 + random.below(17);
      const humidity = isLast ? 81 : 40 + random.below(58);
      const rain = humidity > 90 ? `rain ${(random.below(40) / 10).toFixed(1)} mm` : 'no rain';
      lines.push([`${sign(day)} ${hour}:00 Weather`, `wind ${wind} m/s, humidity ${humidity} %, ${rain}`]);
    }
  return { channel: 'dome', topic: 'nightly log', from: `-${DAYS} 2:00`, lines };
}

function nightlyRuns(random: Seeded): Conversation {
  const lines: SampleMessage[] = [];
  for (let day = -DAYS; day < 0; day += 1) {
    const bad = random.below(9);
    const text = `Run ${2047 + day}: **${180 + random.below(300)}** frames, ${bad} rejected, ${12 + random.below(20)} min`;
    lines.push([`${sign(day)} 7:30 Pipeline`, text, bad === 0 ? 'Nour tada' : '']);
    if (bad > 6) lines.push(['Nour', 'Clouds, I looked. They stay out.', 'Emil +1']);
  }
  return { channel: 'pipeline', topic: 'nightly runs', from: `-${DAYS} 7:30`, lines };
}

/** One topic for each clear night. */
function nights(random: Seeded): Conversation[] {
  const conversations: Conversation[] = [];
  for (let day = -DAYS + 2; day < -1; day += 1 + random.below(3)) {
    const target = random.pick(NIGHT.targets);
    const seeing = () => `${(0.8 + random.below(16) / 10).toFixed(1)}″`;
    const crew = rotated(NIGHT.crew, random.below(NIGHT.crew.length));
    const lines = NIGHT.steps.slice(0, 5 + random.below(NIGHT.steps.length - 4)).map((variants, at) => {
      const text = random.pick(variants).replaceAll('{target}', target).replaceAll('{seeing}', seeing());
      const reaction = random.chance(0.3) ? `${crew[(at + 1) % crew.length] ?? ''} star` : '';
      return [crew[at % 2] ?? '', text, reaction] as const;
    });
    conversations.push({
      channel: 'seeing',
      topic: `night {night:${day}}`,
      from: `${sign(day)} 20:${10 + random.below(40)}`,
      lines,
    });
  }
  return conversations;
}

/** Topics with a beginning and, for most of them, an end. */
function stories(random: Seeded, channel: string, story: Story, count: number): Conversation[] {
  return story.subjects.slice(0, count).map(([subject, trouble], at) => {
    const crew = rotated(story.crew, random.below(story.crew.length));
    const day = -3 - Math.floor(((at + random.next()) * DAYS) / count);
    const steps = story.steps.slice(0, 4 + random.below(story.steps.length - 3));
    const lines = steps.map((variants, step): SampleMessage => {
      const text = random.pick(variants).replaceAll('{it}', subject).replaceAll('{trouble}', trouble);
      const sender = crew[step % 3] ?? '';
      const reaction = random.chance(0.35) ? `${crew[(step + 1) % 3] ?? ''} ${random.pick(story.emoji)}` : '';
      return [sender, text, reaction];
    });
    const isDone = steps.length === story.steps.length;
    return {
      channel,
      topic: subject,
      from: `${day} ${8 + random.below(9)}:${10 + random.below(45)}`,
      lines,
      ...(isDone ? { resolvedBy: crew[0] ?? '' } : {}),
    };
  });
}

function lunches(random: Seeded): Conversation[] {
  return WEEKDAYS.map((topic, weekday) => {
    const lines: SampleMessage[] = [];
    for (let week = -8; week < 0; week += 1) {
      const day = week * 7 + weekday;
      const crew = rotated(LUNCH.crew, random.below(LUNCH.crew.length));
      lines.push([`${sign(day)} 11:${20 + random.below(30)} ${crew[0] ?? ''}`, random.pick(LUNCH.offers)]);
      for (let at = 1; at <= 1 + random.below(3); at += 1)
        lines.push([crew[at] ?? '', random.pick(LUNCH.answers)]);
    }
    return { channel: 'lunch', topic, from: `${-56 + weekday} 11:15`, lines };
  });
}

function sign(day: number): string {
  return day < 0 ? String(day) : `+${day}`;
}

function rotated<T>(items: readonly T[], by: number): T[] {
  return [...items.slice(by), ...items.slice(0, by)];
}
