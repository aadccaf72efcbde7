// Styles and scripts of ours are written for those who change them; what travels is smaller.
import { Features, transform } from 'lightningcss'
import { minifySync } from 'rolldown/utils'

export function minify(name, text) {
  if (name.endsWith('.css')) {
    const code = new TextEncoder().encode(text)
    // `(width >= 600px)` is shorter, but older browsers do not know it.
    const include = Features.MediaRangeSyntax
    return transform({ filename: name, code, minify: true, include }).code.toString()
  }
  if (!name.endsWith('.js')) return text
  const { code, errors } = minifySync(name, text, { module: true })
  if (errors.length > 0) throw new Error(`${name}: ${errors[0].message}`)
  return code
}
