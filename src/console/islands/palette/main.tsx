import { render } from 'preact'
import type { ConsolePlace } from '../start/place.ts'
import { Palette } from './app.tsx'

const { paletteWords }: ConsolePlace = JSON.parse(document.body.dataset.console ?? '{}')
const host = document.createElement('div')
document.body.append(host)

function open() {
  const before = document.activeElement
  const close = () => {
    render(null, host)
    if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
  }
  // One that is open is closed by the same keys.
  if (host.childElementCount > 0) return host.querySelector('dialog')?.close()
  render(<Palette words={paletteWords} close={close} />, host)
}

document.addEventListener('quire:palette', open)
open()
