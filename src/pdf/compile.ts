import { freemem } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { fontFolders } from './fonts.ts'
import { dictionary, plainLiteral } from './ink.ts'
import {
  DAMAGED,
  fitting,
  type GivenPicture,
  type PictureFormat,
  pictureFormat,
  reasonAgainst,
} from './pictures.ts'

// The way into the compiler. It is native code and takes its time, so this runs in a thread.

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
}
export type Printed = { pdf: Uint8Array; pages: number; warnings: string[] }
/** It would take more than there is. */
export type Refused = { refused: string }

type Picture = { file: string; path: string; format: PictureFormat; bytes: Buffer }
type Typst = Awaited<ReturnType<typeof openCompiler>>

/** Nothing lies there: the compiler sees what we hand it and no file of the machine. */
const WORKSPACE = '/nonexistent/quire'

let opened: ReturnType<typeof openCompiler> | undefined

async function openCompiler() {
  const { NodeCompiler } = await import('@myriaddreamin/typst-ts-node-compiler')
  return NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontPaths: fontFolders() }] })
}

/** One bad picture, or one bad formula, would take the whole book with it: what is bad is found and left out. */
export async function print(printable: Printable): Promise<Printed | Refused> {
  const { source, formulas, places } = printable
  const memory = available()
  const refused = refusalOf(source.length, memory)
  if (refused) return { refused }
  opened ??= openCompiler()
  const typst = await opened
  const { pictures, leftOut, warnings } = sorted(printable, memory - memoryFor(source.length))
  try {
    for (const { path, bytes } of pictures) typst.mapShadow(path, bytes)
    const first = run(typst, preface({ pictures, leftOut, places }) + source)
    if (!('problem' in first)) return { ...first, warnings: [...warnings, ...first.warnings] }

    const sound = soundOf(pictures, (some) => isSound(typst, preface({ pictures: some }) + probeOf(some)))
    const soundFormulas = soundOf(formulas, (some) => isSound(typst, probeOfFormulas(some)))
    const badFormulas = formulas.filter((formula) => !soundFormulas.includes(formula))
    for (const picture of pictures) {
      if (sound.includes(picture)) continue
      leftOut.set(picture.file, DAMAGED)
      warnings.push(`The file ${picture.file} is a damaged picture`)
    }
    if (badFormulas.length > 0) warnings.push(`Formulas that could not be set: ${badFormulas.length}`)
    const second = run(typst, preface({ pictures: sound, leftOut, badFormulas, places }) + source)
    if (!('problem' in second)) return { ...second, warnings: [...warnings, ...second.warnings] }

    for (const { file } of sound) leftOut.set(file, 'this book could not be set with its pictures')
    const bare = run(typst, preface({ leftOut, badFormulas: formulas }) + source)
    if ('problem' in bare) throw new Error(bare.problem)
    return {
      ...bare,
      warnings: [...warnings, `Without pictures, formulas and links within: ${second.problem}`],
    }
  } finally {
    typst.resetShadow()
    typst.evictCache(0)
    collect()
  }
}

const MEGABYTE = 1024 * 1024
/** About 2,500 sheets of paper, 2.5 GB of memory and half a minute. */
const LONGEST_SOURCE = 3.5 * MEGABYTE
/** Measured: the compiler holds every sheet until the end. */
const MEMORY_FOR_FONTS = 150 * MEGABYTE
const MEMORY_A_LETTER = 750

/** Nobody outside of the compiler limits its memory, and to run out of it ends the whole process. */
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
  return process.availableMemory?.() ?? freemem()
}

/**
 * A document is megabytes outside of the heap, held by a small object in it. The collector sees no reason to come for
 * those: without this each book left 0.3 MB a sheet behind.
 */
function collect() {
  setFlagsFromString('--expose-gc')
  const gc: unknown = runInNewContext('globalThis.gc')
  if (typeof gc === 'function') gc()
}

function sorted({ images, leftOut: before }: Printable, memory: number) {
  const warnings: string[] = []
  const pictures: Picture[] = []
  const { fit, leftOut } = fitting(images, memory)
  for (const [file, reason] of before ?? []) leftOut.set(file, reason)
  for (const [file, { bytes }] of fit) {
    const format = pictureFormat(bytes)
    const path = `${WORKSPACE}/pictures/${pictures.length}`
    if (format) {
      pictures.push({ file, path, format, bytes: Buffer.from(bytes) })
      continue
    }
    leftOut.set(file, reasonAgainst(bytes))
    warnings.push(`The file ${file} is no picture that can be printed`)
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
    ({ file, path, format }) =>
      `${plainLiteral(file)}:(${plainLiteral(path.slice(WORKSPACE.length))},"${format}")`,
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

type Outcome = Printed | { problem: string }

function run(typst: Typst, source: string): Outcome {
  try {
    const compiled = typst.compile({ mainFileContent: source })
    const document = compiled.result
    if (!document) return { problem: messagesOf(compiled.takeDiagnostics()).join('; ') || 'no document' }
    const warnings = messagesOf(compiled.takeWarnings())
    return { pdf: new Uint8Array(typst.pdf(document)), pages: document.numOfPages, warnings }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function isSound(typst: Typst, source: string) {
  return !('problem' in run(typst, source))
}

function messagesOf(error: { shortDiagnostics: unknown[] } | null): string[] {
  const all = (error?.shortDiagnostics ?? []) as { message?: string }[]
  return [...new Set(all.map(({ message }) => message ?? 'unknown'))].slice(0, 5)
}

/** Those that are sound, found by halves: all at once when all are. */
export function soundOf<T>(all: T[], areSound: (some: T[]) => boolean): T[] {
  if (all.length === 0 || areSound(all)) return all
  if (all.length === 1) return []
  const middle = all.length >> 1
  return [...soundOf(all.slice(0, middle), areSound), ...soundOf(all.slice(middle), areSound)]
}
