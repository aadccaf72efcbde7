// Is connected to an account elsewhere by OAuth, and comes back to what is due later by a task.
import { createIntegration, createOAuthHandler, Logger } from '@gitbook/runtime'

const logger = Logger('account')

export default createIntegration({
  fetch: async (request, context) => {
    const { environment } = context
    const isShared = new URL(request.url).searchParams.has('shared') || !environment.installation
    const oauth = createOAuthHandler({
      clientId: environment.secrets.CLIENT_ID,
      clientSecret: environment.secrets.CLIENT_SECRET,
      authorizeURL: `${environment.secrets.PROVIDER}/authorize`,
      accessTokenURL: `${environment.secrets.PROVIDER}/token`,
      // Most providers know one address of an integration, whoever installed it.
      ...(isShared && { redirectURL: `${environment.integration.urls.publicEndpoint}/oauth` }),
    })
    return oauth(request, context)
  },
  events: {
    installation_setup: async ({ installationId }, { integration }) => {
      await integration.queueTask({ task: { type: 'greet', installationId }, schedule: 1 })
    },
  },
  task: async ({ type, installationId }, { integration, environment }) => {
    const { data } = await integration.api.integrations.getIntegrationInstallationById(
      environment.integration.name,
      installationId,
    )
    logger.info(`${type}: the installation is ${data.status}`)
  },
})
