/**
 * Crosses, empty boxes, chess pieces, arrows: only the upright cut of DejaVu Sans Mono has them, or one other font. In
 * bold or slanted text they would be boxes, so they are set by themselves. A test holds this against the fonts.
 */
const UPRIGHT =
  '\u2607\u2608\u260a-\u260d\u2610\u2613\u261a\u2624\u2625\u2628\u2629\u262b-\u262d\u2654-\u265e\u2670\u2671\u268a\u268b\u2690\u2691\u269a\u2701\u2703\u2704\u2706\u2707\u270e\u2710\u2711\u2715\u2717-\u2719\u271b\u271c\u271e\u271f\u2722-\u2727\u2729\u272b-\u2732\u2735\u2737-\u273c\u273e\u2741-\u2743\u2745\u2746\u2748-\u274b\u274d\u274f-\u2752\u2758-\u275e\u2761\u2762\u2765\u2766\u2768-\u2771\u2774\u2775\u2794\u2798-\u279a\u279c-\u27a0\u27a2-\u27af\u27b1-\u27be'

const SIGN = new RegExp(`[${UPRIGHT}]`)

export function isSign(character: string): boolean {
  return SIGN.test(character)
}

/** A text cut before and after its signs. */
export function cutAtSigns(text: string): string[] {
  if (!SIGN.test(text)) return [text]
  return text.split(new RegExp(`([${UPRIGHT}]+)`)).filter((part) => part !== '')
}
