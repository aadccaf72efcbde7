// The only way from a value of a visitor to what is in it. Own data of plain objects and plain lists, and of texts
// their characters: no prototype, no getter, no method.

const UNREACHABLE = new Set(['__proto__', 'constructor', 'prototype'])

export function ownValue(value: unknown, key: string | number): unknown {
  if (typeof value === 'string' || isList(value)) {
    if (key === 'length') return value.length
    if (typeof key !== 'number') return undefined
    return typeof value === 'string' ? value[key] : dataOf(value, key)
  }
  return isPlainObject(value) && !isUnreachable(String(key)) ? dataOf(value, key) : undefined
}

/** Names that would lead to prototypes anywhere else; nothing may be called so, and nothing that is so called is found. */
export function isUnreachable(name: string): boolean {
  return UNREACHABLE.has(name)
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype
}

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A getter has no value, and is not run; a function is none. */
function dataOf(value: object, key: string | number): unknown {
  const data: unknown = Object.getOwnPropertyDescriptor(value, key)?.value
  return typeof data === 'function' ? undefined : data
}
