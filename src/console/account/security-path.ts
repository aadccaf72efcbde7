import { ACCOUNT } from '../frame.ts'

export const SECURITY = `${ACCOUNT}/security`
