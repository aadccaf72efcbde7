/**
 * A path of the API as the router takes it. A last part named as a path may have slashes of its own, encoded or not:
 * clients do not agree on that.
 */
export function routeOf(path: string) {
  return path.replace(/\{\w+Path\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

/** The parameters by the names of the path. */
export function namedParams(path: string, params: Record<string, string>) {
  const [, name] = /\{(\w+Path)\}$/.exec(path) ?? []
  if (!name) return params
  const { '*': rest = '', ...others } = params
  return { ...others, [name]: rest }
}
