/** Every address Quire hands out is made here. */
export type Links = ReturnType<typeof linksFrom>

export function linksFrom(publicUrl: string) {
  const api = `${publicUrl}/v1`
  return {
    api,
    of: (path: string) => `${publicUrl}${path}`,
    user: (userId: string) => `${api}/users/${userId}`,
    organization: (organizationId: string) => ({
      location: `${api}/orgs/${organizationId}`,
      app: `${publicUrl}/o/${organizationId}`,
    }),
  }
}
