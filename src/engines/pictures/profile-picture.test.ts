import { imageSize } from 'image-size'
import { describe, expect, it } from 'vitest'
import { GIF, JPEG, pngOf, WEBP, withExif } from '../../../test/pictures.ts'
import { profilePicture } from './profile-picture.ts'
import { openResvg } from './resvg.ts'

async function scaled(bytes: Uint8Array) {
  const made = await profilePicture(bytes)
  if ('fault' in made) throw new Error(made.fault)
  return Buffer.from(made.bytes)
}

/** The colours of a kept picture, by their place. */
async function colours(png: Buffer) {
  const { Resvg } = await openResvg()
  const href = `data:image/png;base64,${png.toString('base64')}`
  const { pixels } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><image width="256" height="256" href="${href}"/></svg>`,
    { font: { fontBuffers: [] } },
  ).render()
  return (x: number, y: number) => [...pixels.subarray(4 * (y * 256 + x), 4 * (y * 256 + x) + 3)]
}

describe('the picture of somebody', () => {
  it('is cut to a square and scaled, whatever it was', async () => {
    for (const bytes of [pngOf(640, 320), pngOf(3, 900), JPEG, GIF]) {
      const kept = await scaled(bytes)
      expect(imageSize(kept)).toMatchObject({ width: 256, height: 256, type: 'png' })
    }
    const at = await colours(await scaled(pngOf(640, 320)))
    expect(at(128, 10)).toEqual([200, 30, 30])
    expect(at(128, 250)).toEqual([0, 0, 0])
  })

  it('stands upright, and does not say where it was taken', async () => {
    const kept = await scaled(withExif(JPEG, 6))
    expect(kept.includes('SECRET PLACE')).toBe(false)
    const at = await colours(kept)
    const [[redAbove = 0], [redBelow = 0]] = [at(5, 5), at(5, 250)]
    expect(redAbove).toBeGreaterThan(redBelow + 30)
    const level = await colours(await scaled(JPEG))
    expect(Math.abs((level(5, 5)[0] ?? 0) - (level(5, 250)[0] ?? 0))).toBeLessThan(30)
  })

  it('is kept as it is as a WebP, which must be small', async () => {
    expect((await scaled(WEBP)).equals(WEBP)).toBe(true)
    const large = Buffer.from(WEBP)
    // Width and height less one, of 24 bits each, in the extended header.
    large.writeUIntLE(4999, 24, 3)
    expect(await profilePicture(large)).toEqual({ fault: 'too-large-webp' })
  })

  it('is refused when it has too many dots, before they are unpacked', async () => {
    const bomb = pngOf(8, 8)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect(await profilePicture(bomb)).toEqual({ fault: 'too-large' })
  })

  it('is refused when it is something else, or damaged', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    const cut = pngOf(64, 64).subarray(0, 60)
    const lying = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg])
    const page = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<script>alert(1)</script>')])
    for (const bytes of [svg, cut, lying, page, Buffer.alloc(0), Buffer.from('\xff\xd8\xff', 'latin1')])
      expect(await profilePicture(bytes)).toEqual({ fault: expect.stringMatching(/no-picture|too-large/) })
  })
})
