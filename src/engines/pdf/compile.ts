import { freemem } from 'node:os'
import { openTypesetter, type Typesetter, TypesetterTrapped } from './typesetter.ts'
import {
  DAMAGED,
  fitting,
  type GivenPicture,
  type PictureFormat,
  pictureFormat,
  reasonAgainst,
} from './writing/pictures.ts'
import { dictionary, plainLiteral } from './writing/typst-escape.ts'

// The way into the typesetter. It takes its time and its memory, so this runs in a process of its own.

export type Printable = {
  source: string
  /** Files that are pictures, by their ids. */
  images: Map<string, GivenPicture>
  /** Why some files are not among them. */
  leftOut?: Map<string, string>
  /** The formulas in the source, translated. */
  formulas: string[]
  /** The places that its links lead to. */
  places: string[]
  /** Whether it is set without pictures, formulas and links within. */
  isBare?: boolean
}
export type Printed = { pdf: Uint8Array; warnings: string[] }
/** It would take more than there is. */
export type CompileRefusal = { refused: string }
/** The typesetter fell over it, for this reason; in another process it may be tried again, bare. */
export type Trapped = { trapped: string }

type Picture = { file: string; path: string; format: PictureFormat; bytes: Buffer }

type Sorted = { pictures: Picture[]; leftOut: Map<string, string>; warnings: string[] }

export async function print(printable: Printable): Promise<Printed | CompileRefusal | Trapped> {
  const { length } = printable.source
  const memory = available()
  const refused = refusalOf(length, memory)
  if (refused) return { refused }
  const { fit, leftOut, needed } = fitting(printable.images, memory - memoryFor(length))
  const sorted = sort(fit, new Map([...leftOut, ...(printable.leftOut ?? [])]))
  const typesetter = await openTypesetter()
  try {
    typesetter.reserve(memoryFor(length) + needed)
    return printable.isBare ? setBare(typesetter, printable, sorted) : setWhole(typesetter, printable, sorted)
  } catch (error) {
    if (error instanceof TypesetterTrapped) return { trapped: error.message }
    throw error
  } finally {
    typesetter.clear()
  }
}

/** One bad picture, or one bad formula, would take the whole book with it: what is bad is found and left out. */
function setWhole(typesetter: Typesetter, printable: Printable, sorted: Sorted): Printed {
  const { source, formulas, places } = printable
  const { pictures, leftOut, warnings } = sorted
  for (const { path, bytes } of pictures) typesetter.addPicture(path, bytes)
  const first = typesetter.typeset(preface({ pictures, leftOut, places }) + source)
  if (!('problem' in first)) return { ...first, warnings: [...warnings, ...first.warnings] }

  const isSound = (probe: string) => !('problem' in typesetter.typeset(probe))
  const sound = soundOf(pictures, (some) => isSound(preface({ pictures: some }) + probeOf(some)))
  const soundFormulas = soundOf(formulas, (some) => isSound(probeOfFormulas(some)))
  const badFormulas = formulas.filter((formula) => !soundFormulas.includes(formula))
  for (const picture of pictures) {
    if (sound.includes(picture)) continue
    leftOut.set(picture.file, DAMAGED)
    warnings.push(`The file ${picture.file} is a damaged picture`)
  }
  if (badFormulas.length > 0) warnings.push(`Formulas that could not be set: ${badFormulas.length}`)
  const second = typesetter.typeset(preface({ pictures: sound, leftOut, badFormulas, places }) + source)
  if (!('problem' in second)) return { ...second, warnings: [...warnings, ...second.warnings] }
  return setBare(typesetter, printable, { pictures: sound, leftOut, warnings: [...warnings, second.problem] })
}

/** Without anything that may break the typesetting. */
function setBare(typesetter: Typesetter, { source, formulas }: Printable, sorted: Sorted): Printed {
  const { pictures, leftOut, warnings } = sorted
  for (const { file } of pictures) leftOut.set(file, 'this book could not be set with its pictures')
  const bare = typesetter.typeset(preface({ leftOut, badFormulas: formulas }) + source)
  if ('problem' in bare) throw new Error(bare.problem)
  return { ...bare, warnings: [...warnings, 'Without pictures, formulas and links within', ...bare.warnings] }
}

const MEGABYTE = 1024 * 1024
/** About 2,500 sheets of paper, 2 GB of memory and a minute and a half. */
const LONGEST_SOURCE = 3.5 * MEGABYTE
/** Measured: the typesetter holds every sheet until the end, and what it worked out on the way. */
const MEMORY_FOR_FONTS = 150 * MEGABYTE
const MEMORY_A_LETTER = 520
/** Half of what its addresses reach. */
const MOST_MEMORY = 2048 * MEGABYTE

/** To run out of memory would end the whole process. */
export function refusalOf(sourceLength: number, memory: number): string | undefined {
  if (sourceLength > LONGEST_SOURCE)
    return 'This is too much for one PDF, which has about 2,500 pages at most'
  const needed = memoryFor(sourceLength)
  if (needed <= memory) return undefined
  const [needs, has] = [needed, memory].map((bytes) => Math.ceil(bytes / MEGABYTE))
  return `A PDF of this length needs ${needs} MB of memory, and ${has} MB are free`
}

function memoryFor(sourceLength: number) {
  return MEMORY_FOR_FONTS + MEMORY_A_LETTER * sourceLength
}

/** What this process may still take; in a container that is less than what the machine has. */
function available() {
  return Math.min(process.availableMemory?.() ?? freemem(), MOST_MEMORY)
}

function sort(images: Map<string, GivenPicture>, leftOut: Map<string, string>): Sorted {
  const warnings: string[] = []
  const pictures: Picture[] = []
  for (const [file, { bytes }] of images) {
    const format = pictureFormat(bytes)
    const path = `/pictures/${pictures.length}`
    if (format) {
      pictures.push({ file, path, format, bytes: Buffer.from(bytes) })
      continue
    }
    leftOut.set(file, reasonAgainst(bytes))
    warnings.push(`The file ${file} is not a printable picture`)
  }
  return { pictures, leftOut, warnings }
}

type Preface = {
  pictures?: Picture[]
  leftOut?: Map<string, string>
  badFormulas?: string[]
  places?: string[]
}

/** What the template expects before it. */
function preface({ pictures = [], leftOut = new Map(), badFormulas = [], places = [] }: Preface) {
  const shown = pictures.map(
    ({ file, path, format }) => `${plainLiteral(file)}:(${plainLiteral(path)},"${format}")`,
  )
  const reasons = [...leftOut].map(([file, reason]) => `${plainLiteral(file)}:${plainLiteral(reason)}`)
  return [
    `#let pictures = ${dictionary(shown)}`,
    `#let left-out = ${dictionary(reasons)}`,
    `#let broken-maths = ${dictionary(badFormulas.map(present))}`,
    `#let places = ${dictionary(places.map(present))}`,
    '',
  ].join('\n')
}

function present(name: string) {
  return `${plainLiteral(name)}:1`
}

function probeOf(pictures: Picture[]) {
  return pictures
    .map((_, at) => `#{let (path, format) = pictures.values().at(${at});image(path,format:format,width:1cm)}`)
    .join('\n')
}

function probeOfFormulas(formulas: string[]) {
  return formulas
    .map((formula) => `#math.equation(block:true,eval(${plainLiteral(formula)},mode:"math"))`)
    .join('\n')
}

/** Those that are sound, found by halves: all at once when all are. */
export function soundOf<T>(all: T[], areSound: (some: T[]) => boolean): T[] {
  if (all.length === 0 || areSound(all)) return all
  if (all.length === 1) return []
  const middle = all.length >> 1
  return [...soundOf(all.slice(0, middle), areSound), ...soundOf(all.slice(middle), areSound)]
}
