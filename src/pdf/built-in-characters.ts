import type { Range } from './cmap.ts'

/**
 * What the fonts inside the compiler can show: Libertinus Serif and DejaVu Sans Mono in all their weights and slants, and
 * New Computer Modern Math. They are no files that could be asked, so this stands here: ranges in base 36, each as the
 * distance from the end of the one before and, after a dash, how far it goes. Read anew when the compiler changes.
 */
const BUILT_IN = `
w-2n x-83 a-g 2-4 3-9 5-2 2-1 3-z 2 3-t 2-2 4 3-1 3-49 3-2 5 d-1r 3-1 a b 9 j-3 3-5 5-6 2 2-j 2-17
2-h f-33 3-1 f-1 t-b 7-3 5-9 7-1 5-4 3-1 3-1 3-16 n-1 9-3 k-11 3-6 2-12 2-1 12-j 3 a-q 6-4 lo-3j xs
1u-1 2 3-1 2 3 7-3 2-6 2-2 2 2 3-1 2-c 2-1 c-5 eb-18 2di 6-1 b 2-1 6-2 d-2 2-c 2-t 7-3 i-1 3 a m-s
2-6 1t-4b 3-2j 7-l 3-5 3-11 3-5 3-7 2 2 2 2-u 3-1g 2-e 2-d 3-5 2-i 3-2 2-8 2-13 8-1h c-1 3-q 2-c 4-l
3-2 3 2 h-8 3-4 2 3-c g-29 2-1d 5 7-hb z-1 65-74 5-1 3 9 7 2 3 3 6 8 9-r d-7 2-6 f 2-9 c 3 a-3 5-4 4
2p d 6 4 c 7 t d b-1 14 6 v-1r 75-hf 3-v 2-2w 2p-g 4-3 2-1 2-3 bd 7 3-3 9 dg 4-1 p nh4-e 5-c 2q-5
2-1 p 26-1 gef-4 11-d 2-4 2 2-1 2-1 2-8 j6-1 72 6y-4 15ah-1 l5-2c 2-1y 2-1 3 3-1 3-3 2-b 2 2-6 2-1s
2-3 3-7 2-6 2-r 2-3 2-4 2 4-6 2-9f 3-83 3-1d 4ch-y 2 3 2-9 2-3 2 2 7 5 2 2 2-2 2-1 2 3 2 2 2 2 2-1 2
3-3 2-6 2-3 2-3 2-b 2-g 6-2 2-4 2-g 1h-1 1k0 4v-2g 8-b k-c 5-1j 9-9 7-13 9-t 3-1
`

export function builtInCharacters(): Range[] {
  let end = 0
  return BUILT_IN.trim()
    .split(/\s+/)
    .map((range): Range => {
      const [distance = '0', length = '0'] = range.split('-')
      const first = end + Number.parseInt(distance, 36)
      end = first + Number.parseInt(length, 36)
      return [first, end]
    })
}
