const FINAL_TEXT = 0x81;

/** A WebSocket text message (RFC 6455). Frames of a server are not masked, so clients can share one. */
export function textFrame(payload: Buffer): Buffer {
  return Buffer.concat([headOf(payload.length), payload]);
}

/** The length takes seven bits, or two or eight bytes after 126 or 127. */
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
