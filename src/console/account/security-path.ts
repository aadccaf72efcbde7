import { ACCOUNT } from '../frame/frame.ts'

export const SECURITY = `${ACCOUNT}/security`
/** Where whoever must have a second factor sets one up. */
export const FACTOR_REQUIRED = `${SECURITY}/required`
