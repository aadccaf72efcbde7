// What the server says of the page that is edited, in the frame around the editor.
import type { EditorWords } from '../../words/editor.ts'

export type Place = {
  space: string
  organization: string
  page: string
  /** Whether it is a text that pages include. */
  isReusable?: boolean
  title: string
  /** In which texts of the space are read; undefined where nobody said its language. */
  direction?: 'ltr' | 'rtl'
  user: string
  /** What was there when the frame was made. */
  revision: string
  /** Of the change request that is written to. One is opened with the first change. */
  number?: number
  mayMerge: boolean
  /** Where the space is in the console. */
  home: string
  words: EditorWords
}

/** Where it is edited in a change request. */
export const editedAt = ({ home, page, isReusable }: Place, number: number | undefined) =>
  `${home}/~/changes/${number}/~edit${isReusable ? '-reusable' : ''}/${page}`
