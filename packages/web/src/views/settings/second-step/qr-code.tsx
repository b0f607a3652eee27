import { generate } from 'lean-qr';
import type { ReactElement } from 'react';
import styles from './qr-code.module.css';

/** Light modules around a code, which readers need. */
const MARGIN = 4;

export type QrCodeProps = {
  readonly text: string;
  /** Says what the code is to users who do not see it. */
  readonly label: string;
};

/** A QR code, drawn here: its text goes to no other service. */
export function QrCode({ text, label }: QrCodeProps): ReactElement {
  const code = generate(text);
  const side = code.size + 2 * MARGIN;
  const dark: string[] = [];
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1)
      if (code.get(x, y)) dark.push(`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`);
  return (
    <svg className={styles['code']} role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
