import { encode } from 'uqr'
import { type Html, html } from '../../../engines/html/html.ts'

/** Scanners want four modules of white around it. */
const BORDER = 4

/** Dark on white in both appearances: many scanners know no other. */
export function qrCodeView(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${path}"/></svg>`
}
