// From the bytes of files to what is kept of a description. Runs where it can be ended.

import { packDocument } from '../packed.ts'
import { filesystemOf, type NeededFile, neededFiles, type OpenFile, openFile } from './bundle.ts'
import { requireSpecification } from './check.ts'
import { readText } from './read-text.ts'
import { type SpecProblem, SpecRefusal } from './refusal.ts'
import { upgrade } from './upgrade.ts'

/** The first is the one that all others belong to. */
export type GivenFile = { name: string; bytes: Uint8Array }

/** Problems are an outcome too: errors lose what they are on the way out of a process. */
export type ProcessedFiles =
  | { kind: 'done'; filesystem: Uint8Array; document: Uint8Array; isOneFile: boolean }
  | { kind: 'needs'; files: NeededFile[] }
  | { kind: 'refused'; problems: SpecProblem[] }

export function processFiles(given: readonly GivenFile[]): ProcessedFiles {
  try {
    return processed(given)
  } catch (error) {
    if (error instanceof SpecRefusal) return { kind: 'refused', problems: error.problems }
    throw error
  }
}

function processed(given: readonly GivenFile[]): ProcessedFiles {
  const opened = given.map(({ name, bytes }) => openFile(name, readText(decode(bytes), wordsFor(name))))
  const [entry] = opened
  if (!entry) throw new Error('There is no file to process')
  const files: Map<string, OpenFile> = new Map(opened.map((file) => [file.name, file]))
  const form = requireSpecification(entry.read, wordsFor(entry.name))
  const needed = neededFiles(files)
  if (needed.length > 0) return { kind: 'needs', files: needed }
  const bundle = { entry, form, files }
  const document = packDocument(upgrade(bundle))
  const filesystem = new TextEncoder().encode(JSON.stringify(filesystemOf(bundle)))
  return { kind: 'done', filesystem, document, isOneFile: files.size === 1 }
}

function wordsFor(name: string) {
  return name === '' ? 'The text' : name.slice(name.lastIndexOf('/') + 1).split('?')[0] || name
}

/** UTF-8 unless a mark at the beginning says otherwise. */
function decode(bytes: Uint8Array) {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder().decode(bytes)
}
