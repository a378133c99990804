/** Exact fractions of any length, as people read them. */

const DIGITS = 6;

/** `p/q` as a percentage, rounded to six digits after the point; never 0 or 100 % unless it is. */
export function percent(fraction) {
  const [p, q = 1n] = fraction.split("/").map(BigInt);
  const whole = 100n * 10n ** BigInt(DIGITS);
  const rounded = (2n * p * whole + q) / (2n * q);
  const scaled = rounded === whole && p < q ? whole - 1n : rounded;
  if (scaled === 0n && p > 0n) {
    const power = q.toString().length - p.toString().length;
    return `about 1 in 10^${power}`;
  }
  const text = scaled.toString().padStart(DIGITS + 1, "0");
  return `${text.slice(0, -DIGITS)}.${text.slice(-DIGITS)} %`;
}
