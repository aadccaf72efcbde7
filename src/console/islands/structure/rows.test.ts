import { describe, expect, it } from 'vitest'
import { dropAt, dropAtEnd, type Row } from './rows.ts'

const row = (type: string, id: string, depth: number): Row => ({ type, id, depth })
const ROWS = [
  row('site-section', 'guide', 0),
  row('site-space', 'v2', 1),
  row('site-space', 'v1', 1),
  row('site-section-group', 'more', 0),
  row('site-section', 'api', 1),
  row('site-section-group', 'empty', 0),
  row('site-external-link', 'forum', 0),
]
const at = (id: string) => ROWS.findIndex((one) => one.id === id)
const drop = (dragged: string, over: string, within: number) => {
  const found = dropAt(ROWS, at(dragged), at(over), within)
  return found && `${found.part} ${found.to.id} at ${ROWS[found.line]?.id}`
}

describe('something that is dragged in the structure of a site', () => {
  it('goes before, after, and into groups', () => {
    expect(drop('forum', 'guide', 0.1)).toBe('before guide at guide')
    // What is in a section stays together.
    expect(drop('forum', 'guide', 0.9)).toBe('after guide at v1')
    expect(drop('forum', 'v2', 0.1)).toBe('after guide at v1')
    expect(drop('guide', 'more', 0.2)).toBe('before more at more')
    expect(drop('guide', 'more', 0.8)).toBe('into more at more')
    expect(drop('guide', 'empty', 0.5)).toBe('into empty at empty')
    expect(drop('guide', 'empty', 0.9)).toBe('after empty at empty')
    expect(drop('more', 'forum', 0.9)).toBe('after forum at forum')
    // Nothing moves a group into an empty one.
    expect(drop('more', 'empty', 0.5)).toBe('after empty at empty')
  })

  it('never goes into itself', () => {
    expect(drop('more', 'api', 0.9)).toBeUndefined()
    expect(drop('guide', 'v1', 0.9)).toBeUndefined()
    expect(drop('guide', 'guide', 0.1)).toBeUndefined()
  })

  it('is a space beside other spaces, or at the end of another section', () => {
    expect(drop('v1', 'v2', 0.2)).toBe('before v2 at v2')
    expect(drop('v2', 'v1', 0.9)).toBe('after v1 at v1')
    expect(drop('v1', 'api', 0.2)).toBe('into api at api')
    expect(drop('v1', 'forum', 0.2)).toBeUndefined()
    expect(drop('v1', 'more', 0.5)).toBeUndefined()
  })

  it('goes to the end below all of them', () => {
    expect(dropAtEnd(ROWS, at('api'))).toMatchObject({ part: 'after', to: { id: 'forum' } })
    expect(dropAtEnd(ROWS, at('forum'))).toBeUndefined()
    expect(dropAtEnd(ROWS, at('v1'))).toBeUndefined()
  })
})
