import { describe, expect, it } from 'vitest'
import { openTestHouse } from '../../../test/house.ts'

describe('organizations', () => {
  it('are listed for those who belong to them', async () => {
    const { as, reader, organization } = await openTestHouse()
    const { items } = await as(reader).get('/v1/orgs')
    expect(items).toMatchObject([{ object: 'organization', id: organization.id, title: 'Acme' }])
  })

  it('do not exist for strangers, and need a token', async () => {
    const { as, stranger, organization } = await openTestHouse()
    await as(stranger).get(organization.url, 404)
    await as().get(organization.url, 401)
    await as('quire_wrong').get(organization.url, 401)
  })
})
