// A directory as Okta and Microsoft Entra are: it knows a base URL and a token.
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Answer } from './client.ts'

export const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export function openDirectory(app: FastifyInstance, base: string, token: string) {
  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body: object | undefined,
    status: number,
  ): Promise<Answer> {
    const answer = await app.inject({
      method,
      url: `${base}${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/scim+json',
        ...(body && { 'content-type': 'application/scim+json; charset=utf-8' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    expect(answer.statusCode, `${method} ${path}: ${answer.body}`).toBe(status)
    if (answer.body === '') return undefined
    expect(answer.headers['content-type']).toBe('application/scim+json; charset=utf-8')
    return answer.json()
  }
  return {
    get: (path: string, status = 200) => send('GET', path, undefined, status),
    post: (path: string, body: object, status = 201) => send('POST', path, body, status),
    put: (path: string, body: object, status = 200) => send('PUT', path, body, status),
    delete: (path: string, status = 204) => send('DELETE', path, undefined, status),
    patch: (path: string, Operations: object[], status = 200) =>
      send('PATCH', path, { schemas: [PATCH], Operations }, status),
    find: async (resource: 'Users' | 'Groups', filter: string) =>
      send('GET', `/${resource}?${new URLSearchParams({ filter })}`, undefined, 200),
  }
}

/** As Okta announces somebody. */
export const oktaUser = (email: string, more: object = {}) => ({
  schemas: [CORE_USER],
  userName: email,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: `okta-${email}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})

/** As Entra announces somebody. */
export const entraUser = (email: string, more: object = {}) => ({
  schemas: [CORE_USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `entra-${email}`,
  userName: email,
  active: true,
  displayName: 'Lou Entra',
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Lou Entra', familyName: 'Entra', givenName: 'Lou' },
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Docs' },
  ...more,
})
