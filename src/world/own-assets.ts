import { readFileSync } from 'node:fs'
import { ownFile } from './own-files.ts'

export type AssetFolder = 'engines/site' | 'engines/html' | 'console'

/** The text of a style sheet or script of ours. `bin/build.js` puts the minified ones in the place of this file. */
export function ownAsset(folder: AssetFolder, name: string): string {
  return readFileSync(ownFile(`src/${folder}/assets/${name}`), 'utf8')
}
