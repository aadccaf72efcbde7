/** Times steps by their names: `timed.taken` has the milliseconds of each. */
export function timer() {
  const taken = new Map()
  const timed = async (step, work) => {
    const before = performance.now()
    const result = await work()
    taken.set(step, [...(taken.get(step) ?? []), performance.now() - before])
    return result
  }
  return Object.assign(timed, { taken })
}

export function median(values) {
  return quantile(values, 0.5)
}

export function quantile(values, share) {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0
}
