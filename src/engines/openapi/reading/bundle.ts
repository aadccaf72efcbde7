// A description that is in several files: which ones it needs, and all of them together.
import type { SpecForm } from './check.ts'
import { fileOfRef, refsIn, type SpecFile } from './references.ts'
import { type ParsedFile, placeInWords, SpecRefusal } from './refusal.ts'

const MOST_FILES = 200

export type OpenFile = SpecFile & { read: ParsedFile; references: string[] }

/** A file that is referred to, and where; whoever has none of it says so there. */
export type NeededFile = { name: string; from: string }

export type Bundle = { entry: OpenFile; form: SpecForm; files: ReadonlyMap<string, OpenFile> }

export function openFile(name: string, read: ParsedFile): OpenFile {
  return { name, value: read.value, read, references: [] }
}

/** Notes what each file refers to; returns the files that are not there yet. */
export function neededFiles(files: ReadonlyMap<string, OpenFile>): NeededFile[] {
  const needed = new Map<string, NeededFile>()
  for (const file of files.values()) {
    const names = new Set<string>()
    for (const { ref, path } of refsIn(file.value)) {
      if (ref.startsWith('#') || ref === '') continue
      const place = `${file.name || 'the specification'}, ${placeInWords(path, file.read.lineOf(path))}`
      const name = requireReachable(ref, file.name, place)
      if (name === file.name || names.has(name)) continue
      names.add(name)
      if (!files.has(name) && !needed.has(name)) needed.set(name, { name, from: place })
    }
    file.references = [...names]
  }
  if (files.size + needed.size > MOST_FILES)
    throw new SpecRefusal({
      message: `The specification refers to more than ${MOST_FILES - 1} other files; put some of them together`,
      code: 'TOO_MANY_FILES',
    })
  return [...needed.values()]
}

function requireReachable(ref: string, from: string, place: string): string {
  const shown = JSON.stringify(ref.slice(0, 200))
  const name = fileOfRef(ref, from)
  if (name === undefined)
    throw new SpecRefusal({
      message:
        from === ''
          ? `${place}: ${shown} is a file beside this one, but the specification was given as text, which has none. Give it by its address, or put everything into one file`
          : `${place}: ${shown} is not an address`,
      code: 'REFERENCE',
    })
  if (/^https?:/.test(name)) return name
  throw new SpecRefusal({
    message: `${place}: ${shown} must be a URL that begins with https:// or http://`,
    code: 'REFERENCE',
  })
}

/** The files as they are given to clients of the API: by their names, as they were read. */
export function filesystemOf({ entry, files }: Pick<Bundle, 'entry' | 'files'>) {
  const shown = [...files.values()].map((file) => {
    const filename = file.name || ENTRY_NAME
    return [
      filename,
      {
        filename,
        dir: filename.slice(0, Math.max(0, filename.lastIndexOf('/'))),
        isEntrypoint: file === entry,
        references: file.references,
        specification: file.value,
      },
    ]
  })
  return Object.fromEntries(shown) as Record<string, object>
}

/** Of a description that was given as text. */
const ENTRY_NAME = 'openapi.json'
