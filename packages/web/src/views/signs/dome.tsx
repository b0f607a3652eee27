import type { ReactElement } from 'react';

/** A drawing for places where everything is done. */
export function Dome(): ReactElement {
  return (
    <svg className="art" viewBox="0 0 132 104" aria-hidden="true">
      <path d="M22 88h88M30 88V64a36 36 0 0 1 72 0v24M30 66h72M60 29v37M74 29v37" />
      <path d="m62 29 20-22 9 8-17 19" />
      <path className="ac" d="M20 22h6M23 19v6M108 34h5M110.500 31.500v5M44 10h4M46 8v4" />
      <path d="M14 96h104M46 88v8M86 88v8" />
    </svg>
  );
}
