import type { editor } from './en-editor.ts'

type Texts<T> = { readonly [Name in keyof T]: T[Name] extends string ? string : Texts<T[Name]> }
export type EditorWords = Texts<typeof editor>
