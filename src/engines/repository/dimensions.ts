import { imageSize } from 'image-size'

/** Width and height of what is an image. Only its head is looked at; what is none, or broken, has none. */
export function dimensionsOf(bytes: Uint8Array) {
  try {
    const { width, height } = imageSize(bytes)
    return width > 0 && height > 0 ? { width, height } : undefined
  } catch {
    return
  }
}
