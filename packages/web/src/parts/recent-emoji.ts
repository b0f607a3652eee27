const KEY = 'parley.recent-emoji';
const MAX_RECENT_EMOJI = 36;

/** Shown until the user has chosen enough. */
const STARTERS: readonly string[] = [
  '+1',
  'tada',
  'heart',
  'smile',
  'open_mouth',
  'eyes',
  'pray',
  'light_bulb',
  'check',
  'joy',
  'slight_smile',
  'thinking',
  'clap',
  'raised_hands',
  'rocket',
  'fire',
  '100',
  'sparkles',
];

/** Names of recently chosen emoji, newest first, filled up with common ones. */
export function recentEmoji(): readonly string[] {
  return [...new Set([...readStored(), ...STARTERS])].slice(0, MAX_RECENT_EMOJI);
}

export function rememberEmoji(name: string): void {
  const names = [...new Set([name, ...readStored()])].slice(0, MAX_RECENT_EMOJI);
  try {
    localStorage.setItem(KEY, JSON.stringify(names));
  } catch {
    // A browser without storage shows the common ones.
  }
}

function readStored(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
