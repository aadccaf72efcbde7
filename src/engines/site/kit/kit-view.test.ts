import { describe, expect, it } from 'vitest'
import { ENGLISH_DOCUMENT_WORDS } from '../../html/words.ts'
import type { KitPlace } from './kit-state.ts'
import { kitView } from './kit-view.ts'

const PLACE: KitPlace = {
  address: '/sites/docs/~blocks/page/block',
  name: 'kit-block',
  words: { ...ENGLISH_DOCUMENT_WORDS, close: 'Close', failed: 'This did not work.' },
  ownOrigins: ['https://docs.example.org'],
}

const shown = (element: unknown, { state = {}, ...more }: { state?: object } & Partial<KitPlace> = {}) =>
  kitView({ type: 'element', element, state, props: {} }, { ...PLACE, ...more })?.html.text ?? ''
const inside = (...children: unknown[]) => shown({ type: 'block', children })

describe('what a component answers, as HTML', () => {
  it('is every element that there is', () => {
    const text = (children: unknown, style?: string) => ({ type: 'text', children, style })
    const html = shown(
      {
        type: 'block',
        controls: [[{ label: 'Control', onPress: { action: 'go' } }]],
        children: [
          {
            type: 'card',
            title: 'Card',
            hint: [text('A hint')],
            icon: 'github',
            onPress: { action: '@ui.url.open', url: 'https://example.org/' },
            buttons: [{ type: 'button', label: 'Press', style: 'danger', onPress: { action: 'press' } }],
            children: [
              { type: 'hstack', align: 'center', children: [{ type: 'box', grow: 2, children: [] }] },
            ],
          },
          { type: 'vstack', children: [text(['a ', text('bold', 'bold'), ' word'])] },
          { type: 'divider', size: 'large' },
          {
            type: 'link',
            target: { url: { host: 'example.org', pathname: '/x', query: { q: { $state: 'q' } } } },
            children: 'Link',
          },
          { type: 'image', source: { url: 'https://example.org/x.png' }, aspectRatio: 1 },
          { type: 'markdown', content: '## Head\n\n*in words*' },
          { type: 'codeblock', syntax: 'js', content: { $state: 'code' }, lineNumbers: true },
          { type: 'codeblock', content: 'mine', state: 'code', onContentChange: { action: 'wrote' } },
          { type: 'hint', children: [text('Note')] },
          {
            type: 'input',
            label: 'Name',
            hint: 'Yours',
            element: { type: 'textinput', state: 'name', initialValue: 'Kim' },
          },
          { type: 'textinput', state: 'text', multiline: true },
          {
            type: 'select',
            state: 'pet',
            options: [
              { id: 'cat', label: 'Cat' },
              { id: 'dog', label: 'Dog' },
            ],
            onValueChange: { action: 'chose' },
          },
          { type: 'switch', state: 'on' },
          { type: 'checkbox', state: 'many', value: 2 },
          { type: 'radio', state: 'one', value: 'x', confirm: { title: 'Sure?', text: 'Really.' } },
          {
            type: 'stepper',
            activeStep: 'b',
            children: [
              { type: 'step', id: 'a', title: 'First', children: [] },
              { type: 'step', id: 'b', title: 'Second', children: [text('here')] },
            ],
          },
        ],
      },
      { state: { q: 'a b', code: 'const a = 1', pet: 'dog', on: true, many: [2], one: 'x' } },
    )
    for (const part of [
      '<span>Control</span>',
      '<span class="kit-title">Card</span>',
      'href="https://example.org/"',
      'kit-danger',
      'kit-hstack kit-center',
      'kit-grow-2',
      '<strong>bold</strong>',
      'kit-divider kit-large',
      'href="https://example.org/x?q=a+b"',
      'src="https://example.org/x.png"',
      '<em>in words</em>',
      'id="kit-block-text-head"',
      'hljs-keyword',
      'kit-code-field',
      'class="hint info',
      'value="Kim" aria-label="Name"',
      '<option value="dog" selected>Dog</option>',
      'role="switch" checked',
      'data-kit-value="2" checked',
      'data-kit-value="&quot;x&quot;" checked',
      'data-kit-confirm="Sure?\n\nReally."',
      '<li aria-current="step">Second</li>',
      'here',
    ])
      expect(html).toContain(part)
  })

  it('is text where it says it is HTML, and nothing where it is unknown', () => {
    expect(inside({ type: 'text', children: '<script>x</script>' })).toContain('&lt;script&gt;')
    expect(inside({ type: 'marquee', children: ['x'] }, null, 7, { type: 'constructor' })).toMatch(
      /">\s*<\/div>$/,
    )
    for (const output of [undefined, null, 'x', [], {}, { element: 'x' }, { type: 'complete' }])
      expect(kitView(output, PLACE)).toBeUndefined()
  })

  it('leads nowhere but to the web', () => {
    const urls = [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.org/x',
      '//example.org',
      'x',
      'https://a;sandbox/',
      'https://a,b/',
    ]
    for (const url of urls) {
      expect(inside({ type: 'link', target: { url }, children: 'words' })).not.toContain('href')
      expect(inside({ type: 'image', source: { url } })).not.toContain('<img')
      expect(inside({ type: 'webframe', source: { url } })).not.toContain('<iframe')
    }
    const open = {
      type: 'button',
      label: 'Go',
      onPress: { action: '@ui.url.open', url: 'javascript:alert(1)' },
    }
    expect(inside(open)).toContain(' disabled>')
  })

  it('has frames that are told what they are given, and are no pages of ours', () => {
    const frame = (url: string) => ({
      type: 'block',
      children: [{ type: 'webframe', source: { url }, aspectRatio: 1, data: { code: { $state: 'code' } } }],
    })
    const other = kitView({ element: frame('https://else.example/x'), state: { code: 'a' } }, PLACE)
    expect(other?.frames).toEqual(['https://else.example'])
    expect(other?.html.text).toMatch(/kit-shape-square".* sandbox="[^"]*allow-same-origin"/)
    expect(other?.html.text).toContain('data-kit-told="{&quot;code&quot;:&quot;a&quot;}"')
    expect(shown(frame('https://docs.example.org/x'))).not.toContain('allow-same-origin')
    expect(shown(frame('https://else.example/x'), { frames: new Set() })).not.toContain('<iframe')
  })

  it('has an end, however much there is of it', () => {
    let deep: object = { type: 'text', children: 'bottom' }
    for (let depth = 0; depth < 5000; depth++) deep = { type: 'vstack', children: [deep] }
    expect(inside(deep)).not.toContain('bottom')
    const many = Array.from({ length: 100_000 }, () => ({ type: 'text', children: 'x'.repeat(1000) }))
    expect(inside(...many).length).toBeLessThan(400_000)
    expect(
      kitView({ element: { type: 'block' }, state: { long: 'x'.repeat(100_000) } }, PLACE),
    ).toBeUndefined()
  })
})
