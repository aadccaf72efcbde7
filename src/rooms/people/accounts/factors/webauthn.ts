/** Loaded with the first passkey: it takes as long to load as much of the server, and many installations never need it. */
export const loadWebAuthn = () => import('@simplewebauthn/server')
