/** Compares in constant time, as far as the lengths are equal. */
export function same(a: string, b: string): boolean {
  let differs = a.length ^ b.length;
  for (let i = 0; i < b.length; i++) differs |= (a.charCodeAt(i) || 0) ^ b.charCodeAt(i);
  return differs === 0;
}
