import { useState, type CSSProperties, type ReactElement } from 'react';
import styles from './picture.module.css';

const SIZES = {
  20: styles['size-20'],
  24: styles['size-24'],
  32: '',
  40: styles['size-40'],
  56: styles['size-56'],
  72: styles['size-72'],
};
const PRESENCES = {
  online: styles['online'],
  away: styles['away'],
  offline: styles['offline'],
};

export type PictureProps = {
  readonly userId: number;
  readonly name: string;
  readonly url?: string | null | undefined;
  readonly size?: keyof typeof SIZES;
  readonly presence?: keyof typeof PRESENCES | undefined;
  /** A click opens the card of the user, as one on the name beside it does. */
  readonly opensCard?: boolean;
};

/** The avatar of a user, or initials on a color of the user's own. */
export function Picture(props: PictureProps): ReactElement {
  const { userId, name, url, size = 32, presence, opensCard = false } = props;
  const [isBroken, setBroken] = useState(false);
  const initials = initialsOf(name);
  return (
    <span
      className={`${styles['picture']} ${SIZES[size]}`}
      style={{ '--h': hueOf(userId) } as CSSProperties}
      aria-hidden="true"
      {...(opensCard ? { 'data-do': 'user', 'data-user-id': userId } : {})}
    >
      {url === undefined || url === null || isBroken || GENERATED.test(url) ? (
        size < 32 ? (
          firstLetterOf(initials)
        ) : (
          initials
        )
      ) : (
        <img src={url} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
      {presence === undefined ? null : <span className={`${styles['presence']} ${PRESENCES[presence]}`} />}
    </span>
  );
}

/** Pictures that the server drew for users without one; uploaded ones carry a version. */
const GENERATED = /^\/user_avatars\/\d+\/[0-9a-f]+(-medium)?\.png$/;

/** First letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [words[0], last]
    .map((word) => firstLetterOf(word ?? ''))
    .join('')
    .toUpperCase();
}

/** Neighboring ids get hues far apart. */
function hueOf(id: number): number {
  return Math.round((id * 137.508) % 360);
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function firstLetterOf(text: string): string {
  for (const { segment } of letters.segment(text)) return segment;
  return '';
}
