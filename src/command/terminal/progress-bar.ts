type Terminal = { write(text: string): unknown; isTTY?: boolean; columns?: number }

const WIDTH = 24

/** How far something is: a bar on a terminal, a line a stage elsewhere, nothing without a place to show it. */
export function progressBar(out?: Terminal) {
  let shown = ''
  let stage = ''

  function line(what: string, done: number, all: number) {
    if (all === 0) return `  ${what}`
    const part = Math.min(1, done / all)
    const full = Math.round(part * WIDTH)
    const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full)
    return `  ${bar} ${String(Math.round(part * 100)).padStart(3)} %  ${what}`
  }

  return {
    show(what: string, done: number, all: number) {
      if (!out) return
      if (!out.isTTY) {
        if (what !== stage) out.write(`  … ${what}\n`)
        stage = what
        return
      }
      const text = line(what, done, all)
      if (text !== shown) out.write(`\r\u001b[2K${text}`)
      shown = text
    },
    end() {
      if (out?.isTTY && shown !== '') out.write('\r\u001b[2K')
    },
  }
}
