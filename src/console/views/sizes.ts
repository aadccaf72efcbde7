const UNITS = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const STEP = 1000

/** So many bytes, as people say it. */
export function sizeIn(language: string, bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const size = bytes / STEP ** power
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power - 1],
    unitDisplay: 'short',
    maximumFractionDigits: size < 10 ? 1 : 0,
  }).format(size)
}
