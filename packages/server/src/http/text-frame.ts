const FINAL_TEXT = 0x81;

/** A whole text message as a server sends it, RFC 6455: so it may be shared, because servers do not mask. */
export function textFrame(payload: Buffer): Buffer {
  return Buffer.concat([headOf(payload.length), payload]);
}

/** The length stands in seven bits, or in two or eight bytes behind a mark. */
function headOf(length: number): Buffer {
  if (length < 126) return Buffer.from([FINAL_TEXT, length]);
  if (length < 65_536) {
    const head = Buffer.from([FINAL_TEXT, 126, 0, 0]);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head[0] = FINAL_TEXT;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}
