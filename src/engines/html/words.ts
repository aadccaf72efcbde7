import { type ApiWords, ENGLISH_API_WORDS } from '../openapi/view/words.ts'

/** What is said around the blocks of a text, beside what its author wrote. */
export type BlockWords = {
  /** Hints, for those who do not see their colours. */
  note: string
  tip: string
  warning: string
  danger: string
  /** A prompt, details and a drawing that were given no name. */
  prompt: string
  details: string
  drawing: string
  copyPrompt: string
  /** Tasks. */
  done: string
  open: string
  pictureNotFound: string
  formData: string
  /** Of code that is folded. */
  showAllLines: string
  /** Tabs without a title, and notes behind a text, by their number. */
  tab: (number: number) => string
  noteNumber: (number: number) => string
  rating: (stars: number, most: number) => string
}

/** Endpoints that are described in the page itself are told in the words of API descriptions. */
export type DocumentWords = BlockWords &
  Pick<
    ApiWords,
    | 'body'
    | 'copy'
    | 'describedIn'
    | 'headers'
    | 'pathParameters'
    | 'queryParameters'
    | 'required'
    | 'responses'
    | 'schemas'
    | 'webhook'
  >

export const ENGLISH_BLOCK_WORDS: BlockWords = {
  note: 'Note',
  tip: 'Tip',
  warning: 'Warning',
  danger: 'Danger',
  prompt: 'Prompt',
  details: 'Details',
  drawing: 'Drawing',
  copyPrompt: 'Copy prompt',
  done: 'Done',
  open: 'Open',
  pictureNotFound: 'Picture not found',
  formData: 'Form data',
  showAllLines: 'Show all lines',
  tab: (number) => `Tab ${number}`,
  noteNumber: (number) => `Note ${number}`,
  rating: (stars, most) => `${stars} of ${most}`,
}

export const ENGLISH_DOCUMENT_WORDS: DocumentWords = { ...ENGLISH_API_WORDS, ...ENGLISH_BLOCK_WORDS }
