import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../../../test/drawn/draws.ts'
import { PETS } from '../../../../../test/measures/api-description.ts'
import type { ContentRef } from '../../../../engines/content/records.ts'
import { sectionsOf } from '../../../../engines/markdown/sections.ts'
import type { OpenApiDocument } from '../../../../engines/openapi/document.ts'
import { packDocument } from '../../../../engines/openapi/packed.ts'
import { inlineThreads as threads } from '../../../../world/threads/threads.ts'
import { textWithApis } from './apis.ts'
import { describeApisNow as task } from './described-texts.ts'

const find = async (ref: ContentRef) =>
  ref.kind === 'openapi' && ref.spec === 'pets'
    ? { version: 'one', document: PETS, packed: packDocument(PETS) }
    : undefined
const describing = { threads, task, find }
const block = (spec: string) =>
  `{% openapi-operation spec="${spec}" path="/pets" method="get" %}\n[pets](pets.yaml)\n{% endopenapi-operation %}`

describe('a text for readers without HTML', () => {
  it('says what the description says in place of the block', async () => {
    const text = await textWithApis(describing, `Before.\n\n${block('pets')}\n\nAfter.\n`)
    expect(text).toMatch(/^Before\.\n\n## List pets\n\n`GET \/pets`/)
    expect(text).toContain('Pages hold at most 100')
    expect(text).not.toContain('openapi-operation')
    expect(text.trimEnd()).toMatch(/After\.$/)
  })

  it('stays as it is, byte for byte, where nothing is known', async () => {
    const text = `*  odd   spacing\n\n${block('birds')}\n`
    expect(await textWithApis(describing, text)).toBe(text)
  })

  it('says so inside of other blocks too', async () => {
    const tab = (inside: string) =>
      `{% tabs %}\n{% tab title="One" %}\n${inside}\n{% endtab %}\n{% endtabs %}\n`
    const text = await textWithApis(describing, tab(block('pets')))
    expect(text).toContain('## List pets')
    expect(text).toContain('{% tab title="One" %}')
    const unknown = `*  odd   spacing\n\n${tab(block('birds'))}`
    expect(await textWithApis(describing, unknown)).toBe(unknown)
  })

  it('is found by the words of an operation, as one section of its page', async () => {
    const text = await textWithApis(describing, `Before.\n\n${block('pets')}\n`, { hasExamples: false })
    const sections = sectionsOf(text)
    expect(sections.map(({ id, title }) => [id, title])).toEqual([
      ['', ''],
      ['list-pets', 'List pets'],
    ])
    for (const word of ['/pets', 'newest first', 'X-Trace', 'How many to answer with'])
      expect(sections[1]?.body).toContain(word)
    expect(sections[1]?.body).not.toContain('reader@example.com')
  })

  it('keeps what follows, whatever a description opens and does not close', async () => {
    const lines = fc.array(fc.constantFrom(...OPENING), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(lines, lines, async (ofOperation, ofAnswer) => {
        const description = ofOperation.join('\n')
        const responses = { 200: { description: ofAnswer.join('\n') } }
        const document = {
          openapi: '3.1.0',
          info: { title: 'Odd', version: '1' },
          paths: { '/pets': { get: { summary: 'List pets', description, responses } } },
        } as OpenApiDocument
        const find = async () => ({ version: 'one', document, packed: packDocument(document) })
        const text = await textWithApis({ threads, task, find }, `${block('odd')}\n\n## After\n\nThe end.\n`)
        const sections = sectionsOf(text)
        expect(sections.map(({ title }) => title).filter(Boolean)).toEqual(['List pets', 'After'])
        expect(sections.at(-1)?.body).toBe('The end.')
      }),
      { numRuns: draws(300) },
    )
  })
})

const OPENING = [
  ...['', 'text', '- item', '1. item', '> quote', '    indented', '| a | b |', '| - | - |', '# Title', '---'],
  ...[
    '```',
    '```js',
    '````',
    '~~~',
    '~~~~ x',
    '```a```',
    '  ```',
    '- ```',
    '> ```',
    '`open',
    '$$',
    '$$x$$',
    '$$ y',
  ],
  ...[
    '<!--',
    '-->',
    '<!-- a -->',
    '<pre>',
    '</pre>',
    '<script>',
    '<style',
    '<textarea>',
    '<?php',
    '?>',
    '<!X',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    '<div>',
    '<details>',
    '</div>',
    '{% tabs %}',
    '{% hint %}',
    '{{ x }}',
    '[x]: y',
    '[^1]',
  ],
]
