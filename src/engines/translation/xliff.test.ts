import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draws } from '../../../test/drawn/draws.ts'
import { unitsOf } from './units.ts'
import { NotXliff, readXliff } from './xliff-read.ts'
import { type ListedUnit, writeXliff } from './xliff-write.ts'

const MARKDOWN = 'Run `a & b` in [the **<folder>**](x.md).\n\nLines\\\nbroken "here".\n\n# 日本 😀\n'
const PAGE = { id: 'p1', title: 'Install & run', path: 'guides/install' }

function listed(markdown: string): ListedUnit[] {
  return unitsOf(markdown).map(({ key, kind, text, placeholders }) => ({
    ...{ page: PAGE.id, key, kind, placeholders },
    state: 'translated',
    source: text,
    target: text,
  }))
}

function file(units: ListedUnit[]) {
  return writeXliff({ sourceLanguage: 'en', language: 'de', pages: [{ page: PAGE, units }] })
}

describe('XLIFF', () => {
  it('has inline codes for placeholders', () => {
    const [unit] = listed('Run `a & b` in [the **folder**](x.md).\n')
    expect(file(unit ? [unit] : [])).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">
  <file id="p1" original="guides/install">
    <notes><note category="page">Install &amp; run</note></notes>
    <unit id="${unit?.key}">
      <notes><note category="kind">text</note></notes>
      <segment state="translated" subState="quire:translated">
        <source xml:space="preserve">Run <ph id="1" disp="a &amp; b"/> in <pc id="2" dispStart="link x.md">the <pc id="3" dispStart="bold">folder</pc></pc>.</source>
        <target xml:space="preserve">Run <ph id="1" disp="a &amp; b"/> in <pc id="2" dispStart="link x.md">the <pc id="3" dispStart="bold">folder</pc></pc>.</target>
      </segment>
    </unit>
  </file>
</xliff>
`)
  })

  it('comes back as it went out', () => {
    const units = listed(MARKDOWN)
    expect(units).toHaveLength(3)
    expect(readXliff(file(units))).toEqual({
      sourceLanguage: 'en',
      language: 'de',
      units: units.map(({ page, key, target }) => ({ page, key, target })),
      refused: [],
    })
  })

  it('comes back as it went out, whatever is in it', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((value) => `a${value}`)
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
        const units = texts.map(
          (target, index): ListedUnit => ({
            ...{ page: PAGE.id, key: `k${index}`, kind: 'text', state: 'translated', placeholders: [] },
            source: target.replace(/\{\/?\d+\}/g, ''),
            target: target.replace(/\{\/?\d+\}/g, ''),
          }),
        )
        const read = readXliff(file(units))
        expect(read.refused).toEqual([])
        expect(read.units.map(({ target }) => target)).toEqual(units.map(({ target }) => target))
      }),
      { numRuns: draws(200) },
    )
  })

  it('says nothing of units that nobody translated, though it suggests something', () => {
    const units = listed(MARKDOWN).map(
      (unit): ListedUnit => ({
        ...unit,
        state: 'outdated',
        target: undefined,
        suggestion: 'Old {1}',
        previousSource: '<Old>',
      }),
    )
    const xml = file(units)
    expect(xml).toContain('<note category="suggestion">Old {1}</note>')
    expect(xml).toContain('<note category="previous-source">&lt;Old&gt;</note>')
    expect(readXliff(xml)).toMatchObject({ units: [], refused: [] })
  })

  const around = (body: string, attributes = 'version="2.1" srcLang="en" trgLang="de"') =>
    `<xliff ${attributes}><file id="p">${body}</file></xliff>`
  const unit = (id: string, segment: string) => `<unit id="${id}"><segment>${segment}</segment></unit>`
  const fine = unit('fine', '<source>a</source><target>b</target>')

  it('is understood as tools write it', () => {
    const cut =
      '<unit id="u"><segment><source>A. </source><target>X. </target></segment><ignorable><source> </source></ignorable><segment><source>B</source><target><mrk id="m">Y</mrk><sc id="1"/>z<ec startRef="1"/><cp hex="0007"/><![CDATA[<&]]></target></segment></unit>'
    expect(readXliff(around(cut)).units).toEqual([{ page: 'p', key: 'u', target: 'X.  Y{1}z{/1}\u0007<&' }])
    const prefixed =
      '<x:xliff version="2.0"><x:file id="p"><x:unit id="u"><x:segment><x:source>a</x:source><x:target>b</x:target></x:segment></x:unit></x:file></x:xliff>'
    expect(readXliff(`\ufeff<?xml version="1.0"?>\n${prefixed}`).units).toHaveLength(1)
    const matched =
      '<unit id="u"><mtc:matches><mtc:match><source>x</source><target>y</target></mtc:match></mtc:matches><segment><source>a</source></segment></unit>'
    expect(readXliff(around(matched)).units).toEqual([])
  })

  it.each([
    [
      'a part of a unit',
      `<unit id="u"><segment><source>a</source><target>b</target></segment><segment><source>c</source></segment></unit>`,
      'p/u',
      /Only a part/,
    ],
    [
      'an inline code that was changed',
      unit('u', '<source>a</source><target><ph id="x"/></target>'),
      'p/u',
      /inline code is "x"/,
    ],
    ['other markup', unit('u', '<source>a</source><target><b>x</b></target>'), 'p/u', /<b> is not allowed/],
    [
      'an element that is not closed',
      unit('u', '<source>a</source><target>x'),
      'p/u',
      /<target> is not closed/,
    ],
    [
      'elements that are closed crosswise',
      unit('u', '<source>a</source><target><pc id="1">x</target></pc>'),
      'p/u',
      /<pc> is not closed/,
    ],
    [
      'a unit without id',
      '<unit><segment><source>a</source><target>b</target></segment></unit>',
      'p/',
      /no id/,
    ],
    ['a unit twice', fine, 'p/fine', /twice: the first one counts/],
    [
      'two targets',
      unit('u', '<source>a</source><target>b</target><target>c</target>'),
      'p/u',
      /<target> appears twice/,
    ],
  ])('loses one unit by %s, and no other', (_, damaged, name, reason) => {
    const read = readXliff(around(`${fine}${damaged}${unit('last', '<source>a</source><target>z</target>')}`))
    expect(read.units.map(({ key }) => key)).toEqual(['fine', 'last'])
    expect(read.refused).toEqual([{ unit: name, reason: expect.stringMatching(reason) }])
  })

  it('that was cut off loses what is behind the cut', () => {
    const whole = around(fine + unit('second', '<source>a</source><target>b</target>'))
    for (let at = whole.indexOf('<unit'); at < whole.length; at++) {
      const read = readXliff(whole.slice(0, at))
      expect(read.units.every(({ target }) => target === 'b')).toBe(true)
      expect(read.refused).not.toEqual([])
    }
  })

  it.each([
    ['', /not XLIFF/],
    ['hello', /not XLIFF/],
    ['<html></html>', /begins with <html>/],
    ['<xliff version="1.2"></xliff>', /XLIFF 1.2: send version 2.0 or 2.1/],
    ['<xliff></xliff>', /without a version/],
    ['<!DOCTYPE x [<!ENTITY a "aaa">]><xliff version="2.0"></xliff>', /document type/],
    [around('<group>'.repeat(50)), /40 deep/],
  ])('is refused as a whole: %s', (xml, reason) => {
    expect(() => readXliff(xml)).toThrow(NotXliff)
    expect(() => readXliff(xml)).toThrow(reason)
  })

  it('follows no entities', () => {
    const read = readXliff(around(unit('u', '<source>a</source><target>&xxe; &amp; &#65;</target>')))
    expect(read.units).toEqual([{ page: 'p', key: 'u', target: '&xxe; & A' }])
  })
})
