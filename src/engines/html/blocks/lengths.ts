import type { Length } from '../../markdown/document.ts'

const STEP = 5

/** Widths are classes in steps, as the page may not contain styles. */
export function widthClass(width: Length | undefined): string | undefined {
  if (typeof width !== 'object' || width.unit !== '%' || !(width.value > 0)) return undefined
  return `wide-${Math.min(100, Math.max(STEP, Math.round(width.value / STEP) * STEP))}`
}

const LONGEST = 10_000

export function pixels(length: Length | undefined): number | undefined {
  if (length === undefined) return undefined
  const { unit, value } = typeof length === 'number' ? { unit: 'px', value: length } : length
  return unit === 'px' && value > 0 && value <= LONGEST ? Math.round(value) : undefined
}
