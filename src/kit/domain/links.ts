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
    collection: (organizationId: string, collectionId: string) => ({
      location: `${api}/collections/${collectionId}`,
      app: `${publicUrl}/o/${organizationId}/c/${collectionId}`,
    }),
    space: (organizationId: string, spaceId: string) => ({
      location: `${api}/spaces/${spaceId}`,
      app: `${publicUrl}/o/${organizationId}/s/${spaceId}`,
    }),
    site: (organizationId: string, siteId: string) => ({
      location: `${api}/orgs/${organizationId}/sites/${siteId}`,
      app: `${publicUrl}/o/${organizationId}/site/${siteId}`,
    }),
    spec: (organizationId: string, slug: string) => ({
      location: `${api}/orgs/${organizationId}/openapi/${slug}`,
      app: `${publicUrl}/o/${organizationId}/openapi/${slug}`,
    }),
    /** Where readers find a site that has no host name of its own. */
    published: (basename: string) => `${publicUrl}/sites/${encodeURIComponent(basename)}/`,
    changeRequest: (
      organizationId: string,
      spaceId: string,
      { id, number }: { id: string; number: number },
    ) => ({
      location: `${api}/spaces/${spaceId}/change-requests/${id}`,
      app: `${publicUrl}/o/${organizationId}/s/${spaceId}/~/changes/${number}`,
    }),
  }
}
