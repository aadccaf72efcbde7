import type { Drawing, Image, Images } from '../document.ts'
import {
  drawingAttributes,
  imageAttributes,
  imageData,
  imagesAttributes,
  imagesData,
} from '../html/images-html.ts'
import { attributeValue, ELEMENT_FORM, writeAttributes } from '../read/attributes.ts'
import type { MarkdownWriter } from './markdown-writer.ts'
import { writeHtmlBlocks } from './write-html-blocks.ts'
import { pictureHtml, writeHtmlInlines } from './write-html-inlines.ts'
import { markdownImage } from './write-inlines.ts'

export function writeImages(block: Images, writing: MarkdownWriter): string {
  const [only, ...more] = block.nodes
  if (!only) return ''
  const isPlain = more.length === 0 && Object.keys(block.data).length === 0 && !block.meta
  if (isPlain && isMarkdown(only)) {
    const { alt, ref } = only.data
    return markdownImage(alt, writing.targetOf(ref), only.meta?.title)
  }
  const figures = block.nodes.map((image) => figure(image, writing)).join(' ')
  const remembered = block.meta?.attributes
  const attributes = writeAttributes(remembered, imagesAttributes(block.data), ELEMENT_FORM, (all) =>
    imagesAttributes(imagesData(all)),
  )
  const { form } = block.meta ?? {}
  const needsDiv = attributes.length > 0 || form === 'html' || (more.length > 0 && form !== 'figures')
  return needsDiv ? `${['<div', ...attributes].join(' ')}>${figures}</div>` : figures
}

function isMarkdown({ data, meta, fragments }: Image): boolean {
  const isSized = data.width !== undefined || data.height !== undefined || data.refDark !== undefined
  return meta?.form === 'markdown' && !isSized && !meta.attributes && fragments.length === 0
}

function figure(image: Image, writing: MarkdownWriter): string {
  const { data, meta } = image
  const remembered = meta?.attributes
  const wanted = imageAttributes(data, writing.targetOf(data.ref), remembered)
  const attributes = writeAttributes(remembered, wanted, ELEMENT_FORM, (all) =>
    imageAttributes(imageData(all), attributeValue(all, 'src') ?? '', remembered),
  )
  const img = `<img ${attributes.join(' ')}>`
  const picture = data.refDark ? pictureHtml(img, writing.targetOf(data.refDark), meta?.parts?.source) : img
  const caption = image.fragments.flatMap((fragment) => fragment.nodes)
  if (caption.length === 0 && meta?.form === 'img') return picture
  if (caption.length === 0 && meta?.form === 'figure') return `<figure>${picture}</figure>`
  const paragraphs = caption.map((block) =>
    block.type === 'paragraph'
      ? `<p>${writeHtmlInlines(block.nodes, writing)}</p>`
      : writeHtmlBlocks([block], writing),
  )
  return `<figure>${picture}<figcaption>${paragraphs.join('')}</figcaption></figure>`
}

export function writeDrawing(block: Drawing, writing: MarkdownWriter): string {
  const url = block.data.ref && writing.targetOf(block.data.ref)
  const attributes = writeAttributes(block.meta?.attributes, drawingAttributes(url), ELEMENT_FORM, (all) =>
    drawingAttributes(attributeValue(all, 'src')),
  )
  const img = `<img ${attributes.join(' ')}>`
  return block.meta?.form === 'figure' ? `<figure>${img}</figure>` : img
}
