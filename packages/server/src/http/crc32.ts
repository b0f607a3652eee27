const POLYNOMIAL = 0xedb88320;

/** The product of two polynomials modulo the CRC-32 polynomial, bits reflected. */
function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** x to the power of 2 to the power of n. */
const powers: number[] = [0x40000000];
for (let n = 1; n < 32; n += 1) powers.push(product(powers[n - 1] ?? 0, powers[n - 1] ?? 0));

/** The factor of a CRC when this many bytes follow. */
export function shiftBy(bytes: number): number {
  let shift = 0x80000000;
  for (let left = bytes, n = 3; left > 0; left = Math.floor(left / 2), n += 1)
    if (left % 2 === 1) shift = product(powers[n % 32] ?? 0, shift);
  return shift;
}

/** The CRC of the concatenation of two texts, from their CRCs and the shift by the length of the second. */
export function combineCrc(first: number, second: number, shift: number): number {
  return (product(shift, first) ^ second) >>> 0;
}
