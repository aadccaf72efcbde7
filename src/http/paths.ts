/**
 * A path of the API as the router takes it. A last part named as a path may have slashes of its own, encoded or not:
 * clients do not agree on that.
 */
export function routeOf(path: string) {
  return path.replace(/\{\w+Path\}$/, '*').replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Gives the parameters the names of the path. */
export function paramsReader(path: string) {
  const [, name] = /\{(\w+Path)\}$/.exec(path) ?? []
  return (params: Record<string, string>) => {
    if (!name) return params
    const { '*': rest = '', ...others } = params
    return { ...others, [name]: rest }
  }
}
