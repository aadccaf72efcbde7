// What is said around a description. The description itself speaks for itself.

export type SchemaWords = {
  /** These four stand before what they are about, or between, with their blanks. */
  arrayOf: string
  mapOf: string
  nullable: string
  or: string
  orNull: string
  oneOf: string
  anything: string
  always: string
  exactly: string
  to: string
  atLeast: string
  atMost: string
  moreThan: string
  lessThan: string
  characters: string
  items: string
  noItemTwice: string
  matches: string
  default: string
  required: string
  readOnly: string
  writeOnly: string
  deprecated: string
  header: string
  fieldsInside: string
  fields: (count: number) => string
  variants: (count: number) => string
  oneOfValues: string
  bodyOfThese: string
  /** Before the names of fields that tell a variant from others. */
  with: string
}

export const ENGLISH_SCHEMA_WORDS: SchemaWords = {
  arrayOf: 'array of ',
  mapOf: 'map of ',
  nullable: 'nullable ',
  or: ' or ',
  orNull: ' or null',
  oneOf: 'one of',
  anything: 'anything',
  always: 'Always',
  exactly: 'exactly',
  to: 'to',
  atLeast: 'at least',
  atMost: 'at most',
  moreThan: 'more than',
  lessThan: 'less than',
  characters: 'characters',
  items: 'items',
  noItemTwice: 'no item twice',
  matches: 'matches',
  default: 'default',
  required: 'required',
  readOnly: 'read only',
  writeOnly: 'write only',
  deprecated: 'deprecated',
  header: 'header',
  fieldsInside: 'Fields',
  fields: (count) => `${count} field${count === 1 ? '' : 's'}`,
  variants: (count) => `${count} variant${count === 1 ? '' : 's'}`,
  oneOfValues: 'One of',
  bodyOfThese: 'Body of these:',
  with: 'with',
}

/** Beside those of schemas, what a site says around an operation. */
export type ApiWords = SchemaWords & {
  authorization: string
  scopes: string
  /** One of the ways to be let in. */
  withoutSigningIn: string
  pathParameters: string
  queryParameters: string
  headers: string
  cookies: string
  body: string
  responses: string
  callbacks: string
  request: string
  response: string
  payload: string
  example: string
  webhook: string
  schemas: string
  describedIn: string
  noBody: string
  /** Of an operation on a page that is too long. */
  showDetails: string
  /** A schema that is part of itself, or was written out before. */
  sameAs: (name: string) => string
  copy: string
  /** For those who write: why a block shows nothing. */
  unknownApi: (name: string) => string
  notInApi: (name: string) => string
  linkToThis: string
  tryIt: TryItWords
}

/** The panel that sends a request is made by a script, which is told these. */
export type TryItWords = {
  open: string
  send: string
  sending: string
  close: string
  server: string
  token: string
  user: string
  password: string
  /** Where what a reader types stays. */
  kept: string
  failed: string
  missing: string
  cut: string
  /** How to fill in a list, and an object. */
  lines: string
  pairs: string
  /** Before the names of cookies, which scripts can not send elsewhere. */
  cookies: string
}

export const ENGLISH_API_WORDS: ApiWords = {
  ...ENGLISH_SCHEMA_WORDS,
  authorization: 'Authorization',
  scopes: 'Scopes',
  withoutSigningIn: 'without signing in',
  pathParameters: 'Path parameters',
  queryParameters: 'Query parameters',
  headers: 'Headers',
  cookies: 'Cookies',
  body: 'Body',
  responses: 'Responses',
  callbacks: 'Callbacks',
  request: 'Request',
  response: 'Response',
  payload: 'Payload',
  example: 'Example',
  webhook: 'Webhook',
  schemas: 'Schemas',
  describedIn: 'Described in',
  noBody: 'No body',
  showDetails: 'Show details',
  sameAs: (name) => `As ${name} above`,
  copy: 'Copy code',
  unknownApi: (name) => `There is no API description “${name}”, or it could not be read.`,
  notInApi: (name) => `The API description has no ${name}.`,
  linkToThis: 'Link to this',
  tryIt: {
    open: 'Try it',
    send: 'Send',
    sending: 'Sending…',
    close: 'Close',
    server: 'Server',
    token: 'Token',
    user: 'User name',
    password: 'Password',
    kept: 'Stays in this page until you leave it. Your browser sends it straight to the server.',
    failed: 'No answer. The server may be out of reach, or may not allow requests from this page (CORS).',
    missing: 'Fill in this field.',
    cut: 'The rest is not shown.',
    lines: 'one a line',
    pairs: 'name=value, one a line',
    cookies: 'Not sent, as browsers do not let a page set cookies of another site:',
  },
}
