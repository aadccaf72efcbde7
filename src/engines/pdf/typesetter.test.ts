import { expect, it } from 'vitest'
import { print } from './compile.ts'
import { isUsedUp } from './typesetter.ts'

// In a file of its own, as nothing can be set in this process afterwards.
it('tells that it fell over what nests too deep, and is used up then', async () => {
  const book = { source: '#picture("deep")', formulas: [], places: [], images: new Map() }
  const look = '#let picture(file) = image(pictures.at(file).at(0), format: "svg")\n'
  const svg = (depth: number) => ({
    bytes: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(depth)}<rect width="5" height="5"/>${'</g>'.repeat(depth)}</svg>`,
    ),
    pixels: 25,
  })
  const printed = (depth: number) =>
    print({ ...book, source: look + book.source, images: new Map([['deep', svg(depth)]]) })
  expect(await printed(10)).toMatchObject({ pdf: expect.any(Uint8Array), warnings: [] })
  expect(isUsedUp()).toBe(false)
  expect(await printed(1000)).toEqual({ trapped: expect.any(String) })
  expect(isUsedUp()).toBe(true)
})
