// What the editor makes of each type of block. A type that is forgotten here does not compile.
import type { Block } from '../../../../engines/markdown/document.ts'

/**
 * `text` holds words, `blocks` other blocks, `fragments` named parts, a `table` rows; a `leaf` holds nothing and has a look of its own. An
 * `atom` is kept as it is, and edited as Markdown.
 */
type Role =
  | { role: 'text' | 'leaf' | 'atom' }
  | { role: 'blocks'; holds: string; isPart?: true }
  | { role: 'line' | 'table' }
  | { role: 'fragments'; isPart?: true }

const anything = { role: 'blocks', holds: 'block+' } as const
const part = { role: 'blocks', holds: 'block+', isPart: true } as const
const text = { role: 'text' } as const
const atom = { role: 'atom' } as const
const items = { role: 'blocks', holds: 'list_item+' } as const

export const ROLES = {
  paragraph: text,
  'heading-1': text,
  'heading-2': text,
  'heading-3': text,
  'list-ordered': items,
  'list-unordered': items,
  'list-tasks': items,
  'list-item': part,
  divider: { role: 'leaf' },
  blockquote: anything,
  hint: anything,
  if: anything,
  images: { role: 'blocks', holds: 'image+' },
  image: { role: 'fragments', isPart: true },
  code: { role: 'blocks', holds: 'code_line+' },
  'code-line': { role: 'line' },
  expandable: { role: 'fragments' },
  tabs: { role: 'blocks', holds: 'tabs_item+' },
  'tabs-item': part,
  stepper: { role: 'blocks', holds: 'stepper_step+' },
  'stepper-step': part,
  columns: { role: 'blocks', holds: 'column+' },
  column: part,
  table: { role: 'table' },
  file: atom,
  drawing: atom,
  embed: atom,
  math: atom,
  swagger: atom,
  'openapi-operation': atom,
  'openapi-schemas': atom,
  'openapi-webhook': atom,
  'content-ref': atom,
  integration: atom,
  'reusable-content': atom,
  updates: atom,
  update: atom,
  prompt: atom,
  'api-method': atom,
  'api-method-part': atom,
} as const satisfies Record<Block['type'], Role>

export const roleOf = (type: string): Role => ROLES_BY_NAME.get(type) ?? atom
const ROLES_BY_NAME: ReadonlyMap<string, Role> = new Map(Object.entries(ROLES))

/** Names of node types have no hyphens, and `code` is a mark. */
export const nodeName = (type: string) => (type === 'code' ? 'code_block' : type.replaceAll('-', '_'))
export const blockType = (name: string) => (name === 'code_block' ? 'code' : name.replaceAll('_', '-'))
