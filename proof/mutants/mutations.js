// What could be wrong about a line of code: each mutant is one small change of one file, as a slip of the hand would make
// it. A test suite that guards the code fails with each of them.
import { parseAst } from 'rolldown/parseAst'

const OPPOSITES = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '%': '*',
}

const OTHER_METHODS = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  slice: 'toString',
  toSorted: 'slice',
  toReversed: 'slice',
  trim: 'toString',
  trimEnd: 'toString',
  trimStart: 'toString',
  min: 'max',
  max: 'min',
}

/** All mutants of a file: where, and what stands there instead. */
export function mutantsOf(source) {
  const mutants = []
  walk(parseAst(source, { lang: 'ts' }), (node, parent) => {
    for (const [start, end, text] of changesOf(node, parent, source)) {
      const line = source.slice(0, start).split('\n').length
      if (text !== source.slice(start, end)) mutants.push({ start, end, text, line })
    }
  })
  return mutants
}

export function mutate(source, { start, end, text }) {
  return source.slice(0, start) + text + source.slice(end)
}

function walk(node, visit, parent) {
  // Types are not there when the code runs.
  if (node.type.startsWith('TS') && !('expression' in node)) return
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
  visit(node, parent)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walk(child, visit, node)
}

function changesOf(node, parent, source) {
  const textOf = ({ start, end }) => source.slice(start, end)
  const instead = (text) => [[node.start, node.end, text]]
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const other = OPPOSITES[node.operator]
      return other ? instead(`(${textOf(node.left)}) ${other} (${textOf(node.right)})`) : []
    }
    case 'UnaryExpression':
      return node.operator === '!' ? instead(`!!(${textOf(node.argument)})`) : []
    case 'IfStatement':
      return ['true', 'false'].map((text) => [node.test.start, node.test.end, text])
    case 'ConditionalExpression':
      return ['true', 'false'].map((text) => [node.test.start, node.test.end, text])
    case 'WhileStatement':
      return [[node.test.start, node.test.end, 'false']]
    case 'Literal':
      return literalsInstead(node, parent).flatMap(instead)
    case 'ArrayExpression':
      return node.elements.length > 0 ? instead('[]') : []
    case 'ExpressionStatement':
      return node.expression.type === 'CallExpression' ? instead(';') : []
    case 'ReturnStatement':
      return node.argument ? instead('return') : []
    case 'ContinueStatement':
      return instead(';')
    case 'CallExpression':
      return callsInstead(node, textOf)
    default:
      return []
  }
}

function literalsInstead(node, parent) {
  const { value } = node
  // Mostly there for the compiler alone, which does not know that a list has what is asked of it.
  if (parent.type === 'LogicalExpression' && parent.operator === '??' && parent.right === node) return []
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'number') return [String(value + 1)]
  if (typeof value === 'string' && !isName(parent)) return [value === '' ? "'mutant'" : "''"]
  return []
}

/** Names of properties, and what a switch or a type tells apart by, are no texts. */
function isName({ type }) {
  return type === 'Property' || type === 'SwitchCase' || type === 'TSLiteralType'
}

function callsInstead({ start, end, callee, arguments: given }, textOf) {
  if (callee.type !== 'MemberExpression' || callee.computed) return []
  const name = callee.property.name
  // Everything passes.
  if (name === 'filter') return [[start, end, textOf(callee.object)]]
  const other = OTHER_METHODS[name]
  if (!other || given.some(({ type }) => type === 'SpreadElement' && name === 'slice')) return []
  return [[callee.property.start, callee.property.end, other]]
}
