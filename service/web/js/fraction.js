/** Exact fractions of any length, as people read them. */

const DIGITS = 6;

/** `p/q` as a percentage with six digits after the point, rounded down; never 0 where p is not. */
export function percent(fraction) {
  const [p, q = 1n] = fraction.split("/").map(BigInt);
  const scaled = (p * 100n * 10n ** BigInt(DIGITS)) / q;
  if (scaled === 0n && p > 0n) {
    const power = q.toString().length - p.toString().length;
    return `about 1 in 10^${power}`;
  }
  const text = scaled.toString().padStart(DIGITS + 1, "0");
  return `${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)} %`;
}
