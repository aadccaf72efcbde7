// What the parts of an upgrade share: the files, the names that schemas get, and how much of it there is by now.

import { isObject, type JsonObject } from '../values.ts'
import type { Bundle, OpenFile } from './bundle.ts'
import { formOf, type SpecForm } from './check.ts'
import { fileOfRef, pointerOf, schemaRef, valueAt } from './references.ts'
import { SpecRefusal } from './refusal.ts'

/** A value, and the file it is in: its references are read from there. */
export type Placed = { value: unknown; file: OpenFile; form: SpecForm }

/** Of what is put in wherever it is referred to. */
const MOST_COPIED = 64 * 1024 * 1024
const MOST_HOPS = 30

export type Build = ReturnType<typeof openBuild>

export function openBuild({ entry, form, files }: Bundle) {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const waiting: { name: string; placed: Placed }[] = []
  const weights = new WeakMap<object, number>()
  let copied = 0

  function placed(value: unknown, file: OpenFile): Placed {
    return { value, file, form: formOf(file.value) ?? form }
  }

  function follow(ref: string, from: OpenFile): (Placed & { pointer: string[] }) | undefined {
    const name = ref.startsWith('#') ? from.name : fileOfRef(ref, from.name)
    const file = name === undefined ? undefined : files.get(name)
    if (!file) return
    const pointer = pointerOf(ref)
    const value = valueAt(file.value, pointer)
    return value === undefined ? undefined : { ...placed(value, file), pointer }
  }

  function weightOf(value: unknown): number {
    if (typeof value === 'string') return value.length
    if (typeof value !== 'object' || value === null) return 4
    const known = weights.get(value)
    if (known !== undefined) return known
    let weight = 2
    for (const key of Object.keys(value)) weight += key.length + weightOf((value as JsonObject)[key])
    weights.set(value, weight)
    return weight
  }

  function freeName(wanted: string) {
    let name = wanted
    for (let count = 2; taken.has(name); count++) name = `${wanted}_${count}`
    taken.add(name)
    return name
  }

  return {
    entry,
    form,
    waiting,
    placed,

    /** The object at hand, or what it refers to; undefined when that is nothing, or leads back to itself. */
    resolve(from: Placed): (Placed & { value: JsonObject }) | undefined {
      let at = from
      for (let hops = 0; hops < MOST_HOPS; hops++) {
        const { value } = at
        if (!isObject(value)) return
        if (typeof value.$ref !== 'string') return { ...at, value }
        const next = follow(value.$ref, at.file)
        if (!next) return
        copied += weightOf(next.value)
        if (copied > MOST_COPIED)
          throw new SpecRefusal({
            message: `The specification is too large when everything is put in that it refers to (${MOST_COPIED / 1024 / 1024} MB); "${value.$ref.slice(0, 200)}" is large and referred to often`,
            code: 'TOO_LARGE',
          })
        at = next
      }
    },

    /** Gives a schema of the entry the name that it has there. */
    claim(pointer: readonly string[], name: string) {
      names.set(keyOf(entry.name, pointer), name)
      taken.add(name)
    },

    /** Where a reference to a schema leads in what is built; what has no name there yet gets one. */
    refTo(ref: string, from: OpenFile): string | undefined {
      const target = follow(ref, from)
      if (!target) return
      const key = keyOf(target.file.name, target.pointer)
      const known = names.get(key)
      if (known !== undefined) return schemaRef(known)
      const name = freeName(nameFor(target.file.name, target.pointer))
      names.set(key, name)
      waiting.push({ name, placed: target })
      return schemaRef(name)
    },
  }
}

function keyOf(file: string, pointer: readonly string[]) {
  return JSON.stringify([file, ...pointer])
}

/** The last key that leads there, or the name of the file. */
function nameFor(file: string, pointer: readonly string[]) {
  const [path = ''] = file.split(/[?#]/, 1)
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:json|ya?ml)$/i, '')
  const last = pointer.findLast((key) => !/^(?:schema|items|\d+)$/.test(key)) ?? base
  return last.replace(/[^\w.-]+/g, '_').slice(0, 100) || 'Schema'
}
